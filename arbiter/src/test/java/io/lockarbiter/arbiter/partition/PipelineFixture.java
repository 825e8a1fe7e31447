package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A store, a publisher that records its calls, and pipelines between them. */
final class PipelineFixture {
  static final int PARTITION =
      AccountHash.partition("acme", Settings.DEFAULT.get(Setting.PARTITIONS));
  static final Start FRESH = start(0, -1, 0);

  final LockStore store = new ReferenceLockStore();
  final PartitionLog log = new ListedLog();
  final List<Sent> published = new ArrayList<>();
  final List<Integer> pages = new ArrayList<>();
  final Meters meters = new Meters();
  Executor committers = Runnable::run;
  boolean failing;
  long endAtStart;
  private long nanos = 77;

  static Start start(long position, long appliedOffset, long publishedSeq) {
    return new Start(
        position,
        appliedOffset,
        CommitMetadata.of(
            new PartitionHeader(appliedOffset, 0, -1, 0, publishedSeq, Settings.INITIAL)),
        null);
  }

  /** The services of a partition that publishes nothing. */
  static PartitionServices services(LockStore store) {
    return new PartitionServices(
        store,
        new NoMeters(),
        new PartitionStatuses(),
        (partition, command) -> new CompletableFuture<>(),
        Runnable::run,
        Settings.DEFAULT,
        System::nanoTime,
        new RepairCall("test", ""),
        ModelRebuild::new);
  }

  PartitionPipeline pipeline(Start start) {
    return pipeline(start, store);
  }

  PartitionPipeline pipeline(Start start, LockStore from) {
    PartitionServices services =
        new PartitionServices(
            from,
            meters,
            new PartitionStatuses(),
            (partition, command) -> new CompletableFuture<>(),
            committers,
            Settings.DEFAULT,
            () -> nanos++,
            new RepairCall("test", ""),
            ModelRebuild::new);
    return new PartitionPipeline(PARTITION, start, endAtStart, new Publisher(), services);
  }

  /** Lets the position become old enough to be committed again. */
  void letThePositionAge() {
    nanos += RarePosition.LONGEST.toNanos();
  }

  CommitMetadata metadata(int publication) {
    return requireNonNull(published.get(publication).metadata());
  }

  List<Long> seqs(int publication) {
    return published.get(publication).events().stream().map(EncodedEvent::seq).toList();
  }

  /** A batch of acquires of different paths, one per offset, one millisecond apart. */
  static Batch batch(long from, long to) {
    return new Batch(
        LongStream.rangeClosed(from, to).mapToObj(PipelineFixture::record).toList(), List.of());
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
        CommandCodec.decode("acme".getBytes(UTF_8), command.getBytes(UTF_8)));
  }

  static LogRecord tick(long offset, long appendedAt) {
    return new LogRecord(
        offset, appendedAt, 0, CommandCodec.decode(null, CommandCodec.encode(new Tick())));
  }

  /** A store that answers with these pages, then with this outcome. */
  @SafeVarargs
  static LockStore answering(Outcome outcome, List<EncodedEvent>... pages) {
    return answering(
        (position, records, sink) -> {
          List.of(pages).forEach(sink);
          return outcome;
        });
  }

  interface Decide {
    Outcome decide(
        FeedPosition position, List<LogRecord> records, Consumer<List<EncodedEvent>> sink);
  }

  static LockStore answering(Decide decide) {
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
      public void clearHalfState(int partition) {}

      @Override
      public int setAside(int partition, String name) {
        throw new UnsupportedOperationException("nothing is set aside here");
      }

      @Override
      public @Nullable PartitionHeader renumber(int partition, long seq, String name) {
        throw new UnsupportedOperationException("nothing is numbered anew here");
      }

      @Override
      public StateRestore restore(int partition, PartitionState state) {
        throw new UnsupportedOperationException("nothing is restored here");
      }

      @Override
      public @Nullable PartitionHeader header(int partition) {
        return null;
      }

      @Override
      public @Nullable Long nextDeadline(int partition) {
        return null;
      }

      @Override
      public List<HeldLock> locks(
          int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
        return List.of();
      }

      @Override
      public OwnedLocks owned(
          int partition,
          String account,
          String subAccount,
          @Nullable String session,
          byte[] after,
          int limit) {
        return new OwnedLocks(List.of(), new byte[0]);
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

  /**
   * A transaction.
   *
   * @param metadata null if it carries no position
   */
  record Sent(
      List<EncodedEvent> events,
      List<DeadLetter> deadLetters,
      long nextOffset,
      @Nullable CommitMetadata metadata) {}

  private final class Publisher implements EventPublisher {
    private final List<EncodedEvent> added = new ArrayList<>();

    @Override
    public void add(List<EncodedEvent> events) {
      added.addAll(events);
      pages.add(events.size());
    }

    @Override
    public void drop() {
      added.clear();
    }

    @Override
    public void commit() {
      send(List.of(), -1, null);
    }

    @Override
    public void commit(List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {
      send(deadLetters, nextOffset, metadata);
    }

    private void send(
        List<DeadLetter> deadLetters, long nextOffset, @Nullable CommitMetadata metadata) {
      if (failing) {
        added.clear();
        throw new IllegalStateException("no broker");
      }
      published.add(new Sent(List.copyOf(added), deadLetters, nextOffset, metadata));
      added.clear();
    }

    @Override
    public void close() {}
  }

  static final class Meters extends NoMeters {
    int resent;
    int deadLetters;

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
