package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a running partition does at each turn, whether there are records or not. */
class AssignedPartitionTest {
  private static final long MS = 1_000_000;

  private final Log log = new Log();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final List<Command> appended = new ArrayList<>();
  private long nanos;
  private final AssignedPartition partition = new AssignedPartition(services(), log, PARTITION);

  @Test
  void batchOfMany_letsTheNextGather() {
    log.batches.add(batch(0, 1));
    log.batches.add(batch(2, 2));
    turns(4);

    assertThat(log.gatherings.get(0)).isEqualTo(Gathering.NONE);
    assertThat(log.gatherings.get(1).records()).isGreaterThanOrEqualTo(2);
    assertThat(log.gatherings.get(1).longest()).isPositive();
    assertThat(log.gatherings.get(2)).as("a single question").isEqualTo(Gathering.NONE);
  }

  /** Neither an event of a framework nor a clock has to say that nothing comes. */
  @Test
  void partitionWithoutRecords_isAttendedAtEveryTurn() {
    turns(1);
    assertThat(appended).isEmpty();
    log.lag = 7;
    turns(1);

    assertThat(requireNonNull(statuses.get(PARTITION)).lag()).isEqualTo(7);
    assertThat(appended).containsExactly(SettingsChange.to(Settings.DEFAULT));
  }

  private void turns(int number) {
    for (int i = 0; i < number; i++) {
      partition.turn();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  private PartitionServices services() {
    return new PartitionServices(
        new ReferenceLockStore(),
        new NoMeters(),
        statuses,
        (to, command) -> {
          appended.add(command);
          return new CompletableFuture<>();
        },
        Runnable::run,
        Settings.DEFAULT,
        () -> nanos += MS);
  }

  /** A log that nothing was ever written to but what is put in here. */
  private static final class Log implements PartitionLog {
    private final Deque<Batch> batches = new ArrayDeque<>();
    private final List<Gathering> gatherings = new ArrayList<>();
    private long lag;

    @Override
    public void pause() {}

    @Override
    public void readFrom(long offset) {}

    @Override
    public @Nullable Batch take(Duration longest, Gathering gathering) {
      gatherings.add(gathering);
      return batches.poll();
    }

    @Override
    public boolean hasMore(int records) {
      return false;
    }

    @Override
    public boolean hasRead(long end) {
      return false;
    }

    @Override
    public OptionalLong lag() {
      return OptionalLong.of(lag);
    }

    @Override
    public long end(Duration longest) {
      return 0;
    }

    @Override
    public long confirmations() {
      return 0;
    }

    @Override
    public EventPublisher openPublisher() {
      return new EventPublisher() {
        @Override
        public void add(List<EncodedEvent> events) {}

        @Override
        public void commit(
            List<DeadLetter> deadLetters, long nextOffset, CommitMetadata metadata) {}

        @Override
        public void close() {}
      };
    }

    @Override
    public StartFacts facts() {
      LogRange nothing = new LogRange(0, 0);
      return new StartFacts(
          PARTITION,
          new Commit.Missing(),
          nothing,
          null,
          null,
          null,
          nothing,
          new AppliedRecord.NotRetained());
    }

    @Override
    public FailureKind kind(RuntimeException failure) {
      return FailureKind.UNEXPECTED;
    }
  }
}
