package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.concurrent.CompletableFuture;
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
  private long nanos = 77;

  @Test
  void freshPartition_publishesNothingUntilTheFirstBatch() {
    PartitionPipeline pipeline = pipeline(FRESH, store);

    assertThat(pipeline.resume(0).publishedSeq()).isZero();
    assertThat(published.all).isEmpty();
    pipeline.process(batch(0, 1));

    assertThat(published.all).hasSize(1);
    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L);
    assertThat(published.all.get(0).nextOffset()).isEqualTo(2);
    assertThat(metadata(0)).isEqualTo(new CommitMetadata(1, 2, 1, 1_001, Settings.DEFAULT));
  }

  @Test
  void nextBatch_publishesOnlyWhatIsNew() {
    PartitionPipeline pipeline = pipeline(FRESH, store);
    pipeline.process(batch(0, 1));
    pipeline.process(batch(5, 5));

    assertThat(seqs(published.all.get(1))).containsExactly(3L);
    assertThat(published.all.get(1).nextOffset()).isEqualTo(6);
    assertThat(metadata(1).appliedOffset()).isEqualTo(5);
  }

  @Test
  void publishedProgress_tellsTimeDeadlineAndHeldLocks() {
    PartitionProgress progress = pipeline(FRESH, store).process(batch(0, 1));

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
    assertThatThrownBy(() -> pipeline(FRESH, store).process(batch(0, 2))).hasMessage("no broker");
    published.failing = false;

    PartitionPipeline next = pipeline(new Start(0, -1, 0, null), store);
    next.resume(0);

    assertThat(seqs(published.all.get(0))).containsExactly(1L, 2L, 3L);
    assertThat(published.all.get(0).nextOffset()).as("the position stays").isEqualTo(0);
    assertThat(metadata(0).appliedOffset()).isEqualTo(2);
    assertThat(meters.resent).isEqualTo(3);
    next.process(batch(0, 2));
    assertThat(seqs(published.all.get(1))).isEmpty();
    assertThat(published.all.get(1).nextOffset()).isEqualTo(3);
  }

  @Test
  void smallerBatchesAfterAFailure_publishEverythingOnceAndNameWhatIsApplied() {
    store.decide(PARTITION, FeedPosition.START, batch(0, 9).records());
    PartitionPipeline pipeline = pipeline(FRESH, store);
    pipeline.process(batch(0, 3));
    pipeline.process(batch(4, 9));

    assertThat(seqs(published.all.get(0))).hasSize(10);
    assertThat(metadata(0).appliedOffset()).isEqualTo(9);
    assertThat(published.all.get(0).nextOffset()).isEqualTo(4);
    assertThat(seqs(published.all.get(1))).isEmpty();
  }

  @Test
  void deadLetters_arePublishedWithTheirBatch() {
    DeadLetter letter = new DeadLetter(1, null, new byte[] {1}, "no JSON");
    Batch batch = new Batch(batch(0, 1).records(), List.of(letter));

    pipeline(FRESH, store).process(batch);

    assertThat(published.all.get(0).deadLetters()).containsExactly(letter);
    assertThat(meters.deadLetters).isEqualTo(1);
  }

  @Test
  void tooLowPublishedSeq_isOutdated() {
    pipeline(FRESH, store).process(batch(0, 1));
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
        FRESH,
        answering(new Outcome.Ahead("cluster=a, expected cluster=b"), List.of()),
        HaltReason.AHEAD);
  }

  @Test
  void missingEvent_haltsBeforeAnythingIsPublished() {
    Decision whole = store.decide(PARTITION, FeedPosition.START, batch(0, 2).records());
    List<EncodedEvent> gap = List.of(whole.events().get(0), whole.events().get(2));

    assertHalt(FRESH, answering(whole.outcome(), gap), HaltReason.MISMATCH);
    assertThat(published.all).isEmpty();
  }

  private void assertHalt(Start start, LockStore from, HaltReason reason) {
    for (Halt halt :
        List.of(
            halt(() -> pipeline(start, from).resume(start.position())),
            halt(() -> pipeline(start, from).process(batch(10, 10))))) {
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
            Settings.DEFAULT,
            () -> nanos++);
    return new PartitionPipeline(PARTITION, start, published, services);
  }

  private CommitMetadata metadata(int publication) {
    return published.all.get(publication).metadata();
  }

  private static List<Long> seqs(Publication publication) {
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

  private static LockStore answering(Outcome outcome, List<EncodedEvent> events) {
    return new LockStore() {
      @Override
      public Outcome decide(
          int partition,
          FeedPosition position,
          List<LogRecord> records,
          Consumer<List<EncodedEvent>> sink) {
        sink.accept(events);
        return outcome;
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

  private record Publication(
      List<EncodedEvent> events,
      List<DeadLetter> deadLetters,
      long nextOffset,
      CommitMetadata metadata) {}

  private static final class Published implements EventPublisher {
    private final List<Publication> all = new ArrayList<>();
    private boolean failing;

    @Override
    public void publish(
        List<EncodedEvent> events,
        List<DeadLetter> deadLetters,
        long nextOffset,
        CommitMetadata metadata) {
      if (failing) {
        throw new IllegalStateException("no broker");
      }
      all.add(new Publication(events, deadLetters, nextOffset, metadata));
    }

    @Override
    public void close() {}
  }

  private static final class Meters extends NoMeters {
    private int resent;
    private int deadLetters;

    @Override
    public void published(List<EncodedEvent> events, int letters, List<LogRecord> records) {
      deadLetters += letters;
    }

    @Override
    public void resent(int events) {
      resent += events;
    }
  }
}
