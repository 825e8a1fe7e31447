package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionPipelineTest {
  private static final String ACCOUNT = "acme";
  private static final int PARTITION =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.get(Setting.PARTITIONS));
  private static final Start FRESH = new Start(0, -1, 0, null);

  private final LockStore store = new ReferenceLockStore();
  private final Published published = new Published();
  private final Meters meters = new Meters();
  private Executor committers = Runnable::run;
  private long nanos = 77;

  @Test
  void freshPartition_publishesNothingUntilTheFirstBatch() {
    PartitionPipeline pipeline = pipeline(FRESH, store);

    assertThat(pipeline.resume(0).publishedSeq()).isZero();
    assertThat(published.all).isEmpty();
    pipeline.process(batch(0, 1), false);

    assertThat(published.all).hasSize(1);
    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L);
    assertThat(published.all.get(0).nextOffset()).isEqualTo(2);
    assertThat(metadata(0)).isEqualTo(new CommitMetadata(1, 2, 1, 1_001, Settings.INITIAL));
  }

  @Test
  void nextBatch_publishesOnlyWhatIsNew() {
    PartitionPipeline pipeline = pipeline(FRESH, store);
    pipeline.process(batch(0, 1), false);
    pipeline.process(batch(5, 5), false);

    assertThat(seqs(published.all.get(1))).containsExactly(3L);
    assertThat(published.all.get(1).nextOffset()).isEqualTo(6);
    assertThat(metadata(1).appliedOffset()).isEqualTo(5);
  }

  @Test
  void publishedProgress_tellsTimeDeadlineAndHeldLocks() {
    PartitionProgress progress = requireNonNull(pipeline(FRESH, store).process(batch(0, 1), false));

    assertThat(progress.held()).isEqualTo(2);
    assertThat(progress.publishedSeq()).isEqualTo(2);
    assertThat(progress.nextDeadline()).isEqualTo(31_000);
    assertThat(progress.logTime())
        .as("seen before it was decided")
        .isEqualTo(new LogTime(1_001, 77));
  }

  @Test
  void failedPublication_isMadeUpByTheNextPipeline() {
    published.failing = true;
    assertThatThrownBy(() -> pipeline(FRESH, store).process(batch(0, 2), false))
        .hasMessage("no broker");
    published.failing = false;

    PartitionPipeline next = pipeline(new Start(0, -1, 0, null), store);
    next.resume(0);

    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L, 3L);
    assertThat(published.all.get(0).nextOffset()).as("the position stays").isEqualTo(0);
    assertThat(metadata(0).appliedOffset()).isEqualTo(2);
    assertThat(meters.resent).isEqualTo(3);
    next.process(batch(0, 2), false);
    assertThat(seqs(published.all.get(1))).isEmpty();
    assertThat(published.all.get(1).nextOffset()).isEqualTo(3);
  }

  @Test
  void smallerBatchesAfterAFailure_publishEverythingOnceAndNameWhatIsApplied() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 9).records());
    PartitionPipeline pipeline = pipeline(FRESH, store);
    pipeline.process(batch(0, 3), false);
    pipeline.process(batch(4, 9), false);

    assertThat(seqs(published.all.get(0))).hasSize(10);
    assertThat(metadata(0).appliedOffset()).isEqualTo(9);
    assertThat(published.all.get(0).nextOffset()).isEqualTo(4);
    assertThat(seqs(published.all.get(1))).isEmpty();
  }

  @Test
  void deadLetters_arePublishedWithTheirBatch() {
    DeadLetter letter = new DeadLetter(1, null, new byte[] {1}, "no JSON");
    Batch batch = new Batch(batch(0, 1).records(), List.of(letter));

    pipeline(FRESH, store).process(batch, false);

    assertThat(published.all.get(0).deadLetters()).containsExactly(letter);
    assertThat(meters.deadLetters).isEqualTo(1);
  }

  @Test
  void tooLowPublishedSeq_isOutdated() {
    pipeline(FRESH, store).process(batch(0, 1), false);
    store.decide(PARTITION, new FeedPosition(1, 2), List.of());

    Halt halt = halt(() -> pipeline(new Start(0, -1, 0, null), store).resume(0));
    assertThat(halt.reason()).isEqualTo(HaltReason.STALE);
    assertThat(halt.message())
        .contains("events up to seq=2 are published, lock.events and the commit say 0");
  }

  @Test
  void lostState_halts() {
    assertHalt(new Start(10, 9, 5, null), new ReferenceLockStore(), HaltReason.EMPTY);
  }

  @Test
  void lostWrites_halt() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 1).records());

    assertHalt(new Start(10, 9, 0, null), store, HaltReason.BEHIND);
  }

  @Test
  void foreignState_halts() {
    assertHalt(
        FRESH, answering(new Outcome.Ahead("cluster=a, expected cluster=b")), HaltReason.AHEAD);
  }

  @Test
  void missingEvent_haltsBeforeAnythingIsPublished() {
    Decision whole = store.decide(PARTITION, FeedPosition.START, batch(0, 2).records());
    List<EncodedEvent> gap = List.of(whole.events().get(0), whole.events().get(2));

    assertHalt(FRESH, answering(whole.outcome(), gap), HaltReason.MISMATCH);
    assertThat(published.all).isEmpty();
  }

  @Test
  void nextBatch_isDecidedWhileTheOneBeforeIsBeingCommitted() {
    List<Runnable> commits = new ArrayList<>();
    committers = commits::add;
    List<FeedPosition> asked = new ArrayList<>();
    PartitionPipeline pipeline =
        pipeline(
            FRESH,
            watched(
                position -> {
                  asked.add(position);
                  commits.forEach(Runnable::run);
                }));

    assertThat(pipeline.process(batch(0, 1), true)).as("not known yet").isNull();
    assertThat(published.all).isEmpty();
    PartitionProgress progress = requireNonNull(pipeline.process(batch(2, 2), false));

    assertThat(asked).containsExactly(new FeedPosition(-1, 0, 0), new FeedPosition(1, 0, 2));
    assertThat(progress.publishedSeq()).isEqualTo(3);
    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L);
    assertThat(seqs(published.all.get(1))).containsExactly(3L);
    pipeline.process(batch(3, 3), false);
    assertThat(asked.get(2)).isEqualTo(new FeedPosition(2, 3, 3));
  }

  @Test
  void commitBesideThatFailed_endsThePipelineAtTheNextBatch() {
    PartitionPipeline pipeline = pipeline(FRESH, store);
    published.failing = true;
    pipeline.process(batch(0, 1), true);
    published.failing = false;

    assertThatThrownBy(() -> pipeline.process(batch(2, 2), true)).hasMessage("no broker");
    assertThat(published.all).isEmpty();
  }

  @Test
  void settledPipeline_knowsWhatWasCommittedBeside() {
    PartitionPipeline pipeline = pipeline(FRESH, store);
    pipeline.process(batch(0, 1), true);

    PartitionProgress progress = requireNonNull(pipeline.settle());
    assertThat(progress.publishedSeq()).isEqualTo(2);
    assertThat(pipeline.settle()).isNull();
  }

  /** A large outbox goes through page by page; but one, it is the publisher's to keep. */
  @Test
  void pages_areHandedOnOneBehind() {
    Decision whole = store.decide(PARTITION, FeedPosition.START, batch(0, 4).records());
    LockStore paged =
        answering(
            whole.outcome(),
            whole.events().subList(0, 2),
            whole.events().subList(2, 4),
            whole.events().subList(4, 5));

    pipeline(FRESH, paged).resume(0);

    assertThat(published.pages).containsExactly(2, 2, 1);
    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  /** Calls a function before each decision. */
  private LockStore watched(Consumer<FeedPosition> before) {
    return answering(
        (position, records, sink) -> {
          before.accept(position);
          return store.decide(PARTITION, position, records, sink);
        });
  }

  private void assertHalt(Start start, LockStore from, HaltReason reason) {
    for (Halt halt :
        List.of(
            halt(() -> pipeline(start, from).resume(start.position())),
            halt(() -> pipeline(start, from).process(batch(10, 10), false)))) {
      assertThat(halt.reason()).isEqualTo(reason);
      assertThat(halt.message()).contains("Fix: ");
    }
  }

  private static Halt halt(ThrowingCallable step) {
    return catchThrowableOfType(HaltedException.class, step).halt();
  }

  private PartitionPipeline pipeline(Start start, LockStore from) {
    PartitionServices services =
        new PartitionServices(
            from,
            meters,
            new PartitionStatuses(),
            (partition, command) -> new CompletableFuture<>(),
            committers,
            Settings.DEFAULT,
            () -> nanos++);
    return new PartitionPipeline(PARTITION, start, published, services);
  }

  private CommitMetadata metadata(int publication) {
    return published.all.get(publication).metadata();
  }

  private static List<Long> seqs(Sent publication) {
    return publication.events().stream().map(EncodedEvent::seq).toList();
  }

  /** Acquires of different paths, one per offset, one millisecond apart. */
  private static Batch batch(long from, long to) {
    return new Batch(
        LongStream.rangeClosed(from, to).mapToObj(PartitionPipelineTest::record).toList(),
        List.of());
  }

  private static LogRecord record(long offset) {
    String command =
        """
        {"type":"acquire","commandId":"c%d","account":"acme","subAccount":"u","operation":"UPLOAD","path":"/p%d"}"""
            .formatted(offset, offset);
    return new LogRecord(
        offset,
        1_000 + offset,
        0,
        CommandCodec.decode(ACCOUNT.getBytes(UTF_8), command.getBytes(UTF_8)));
  }

  @SafeVarargs
  private static LockStore answering(Outcome outcome, List<EncodedEvent>... pages) {
    return answering(
        (position, records, sink) -> {
          List.of(pages).forEach(sink);
          return outcome;
        });
  }

  private interface Decide {
    Outcome decide(
        FeedPosition position, List<LogRecord> records, Consumer<List<EncodedEvent>> sink);
  }

  private static LockStore answering(Decide decide) {
    return new LockStore() {
      @Override
      public Outcome decide(
          int partition,
          FeedPosition position,
          List<LogRecord> records,
          Consumer<List<EncodedEvent>> sink) {
        return decide.decide(position, records, sink);
      }

      @Override
      public @Nullable String foreignIdentity(int partition) {
        return null;
      }

      @Override
      public @Nullable PartitionHeader header(int partition) {
        return null;
      }

      @Override
      public List<HeldLock> locks(int partition, String account, LockPath under, int limit) {
        return List.of();
      }

      @Override
      public List<QueuedRequest> queue(int partition, String account, int limit) {
        return List.of();
      }

      @Override
      public Explanation explain(
          int partition, String account, @Nullable Owner owner, List<Target> targets) {
        return new Explanation(List.of(), false, 0);
      }

      @Override
      public @Nullable PartitionState state(int partition) {
        return null;
      }
    };
  }

  private record Sent(
      List<EncodedEvent> events,
      List<DeadLetter> deadLetters,
      long nextOffset,
      CommitMetadata metadata) {}

  private static final class Published implements EventPublisher {
    private final List<Sent> all = new ArrayList<>();
    private final List<EncodedEvent> added = new ArrayList<>();
    private final List<Integer> pages = new ArrayList<>();
    private boolean failing;

    @Override
    public void add(List<EncodedEvent> events) {
      added.addAll(events);
      pages.add(events.size());
    }

    @Override
    public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
      if (failing) {
        added.clear();
        throw new IllegalStateException("no broker");
      }
      all.add(new Sent(List.copyOf(added), deadLetters, nextOffset, metadata));
      added.clear();
    }

    @Override
    public void close() {}
  }

  private static final class Meters extends NoMeters {
    private int resent;
    private int deadLetters;

    @Override
    public void published(Map<EventKind, Integer> events, int letters, List<LogRecord> records) {
      deadLetters += letters;
    }

    @Override
    public void resent(int events) {
      resent += events;
    }
  }
}
