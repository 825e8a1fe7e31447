package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.util.Objects.requireNonNull;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An owner of the partition. One that a test does not close is as good as killed. */
final class WorldOwner {
  private static final long MS = 1_000_000;

  private final OwnersWorld world;
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final OwnersLog log;
  private final AssignedPartition assigned;

  WorldOwner(OwnersWorld world) {
    this.world = world;
    this.log = new OwnersLog(world);
    this.assigned =
        new AssignedPartition(
            new PartitionServices(
                world.store,
                new NoMeters(),
                statuses,
                (to, command) -> new CompletableFuture<>(),
                Runnable::run,
                Settings.DEFAULT,
                () -> world.nanos += MS / 100,
                new RepairCall("test", ""),
                ModelRebuild::new),
            log,
            PARTITION);
  }

  /** Takes turns, while no time passes. */
  void turns(int number) {
    for (int i = 0; i < number; i++) {
      assigned.turn();
    }
  }

  /** Takes a turn after some time, in which the group has confirmed its membership. */
  void look() {
    log.confirmations += 2;
    world.nanos += Duration.ofSeconds(5).toNanos();
    assigned.turn();
  }

  void close() {
    assigned.close();
  }

  PartitionStatus status() {
    return requireNonNull(statuses.get(PARTITION));
  }

  /** An owner's view of the world's log. */
  private static final class OwnersLog extends ListedLog {
    private final OwnersWorld world;
    private long confirmations;

    OwnersLog(OwnersWorld world) {
      this.world = world;
    }

    @Override
    public boolean hasSameTopics() {
      return world.hasSameTopics();
    }

    @Override
    public @Nullable Batch take(Duration longest, Gathering gathering) {
      world.atTake.run();
      if (next == SHUT) {
        return null;
      }
      List<LogRecord> batch =
          world.commands.stream().filter(each -> each.offset() >= next).limit(10).toList();
      if (batch.isEmpty()) {
        return null;
      }
      next = batch.get(batch.size() - 1).offset() + 1;
      return new Batch(batch, List.of());
    }

    @Override
    public boolean hasRead(long end) {
      return next != SHUT && next >= end;
    }

    @Override
    long end() {
      return world.commands.size();
    }

    @Override
    public long confirmations() {
      return confirmations;
    }

    @Override
    public boolean isCommitBare() {
      return world.commit instanceof Commit.Missing;
    }

    @Override
    public FailureKind kind(RuntimeException failure) {
      return failure instanceof FencedException ? FailureKind.TAKEN_OVER : FailureKind.PASSING;
    }

    @Override
    public EventPage events(LogRange range) {
      return world.page(range);
    }

    @Override
    public StartFacts facts() {
      world.requireSameTopics();
      return new StartFactsReader(world.store).read(world, PARTITION);
    }

    @Override
    public EventPublisher openPublisher() {
      int mine = ++world.epoch;
      world.atFence.run();
      return new OwnersPublisher(world, mine);
    }
  }

  /** An owner's transactions. */
  private static final class OwnersPublisher implements EventPublisher {
    private final OwnersWorld world;
    private final int epoch;
    private final List<EncodedEvent> added = new ArrayList<>();

    OwnersPublisher(OwnersWorld world, int epoch) {
      this.world = world;
      this.epoch = epoch;
    }

    @Override
    public void add(List<EncodedEvent> some) {
      added.addAll(some);
    }

    @Override
    public void drop() {
      added.clear();
    }

    @Override
    public void commit() {
      if (epoch != world.epoch) {
        throw new FencedException();
      }
      world.publish(added);
      added.clear();
    }

    @Override
    public void commit(List<DeadLetter> letters, long nextOffset, CommitMetadata metadata) {
      commit();
      world.commit = new Commit.Known(nextOffset, metadata);
    }

    @Override
    public void close() {}
  }

  private static final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
