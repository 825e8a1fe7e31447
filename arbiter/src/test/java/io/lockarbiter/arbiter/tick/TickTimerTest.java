package io.lockarbiter.arbiter.tick;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.LogTime;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TickTimerTest {
  private static final long DEADLINE = 10_000;

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final PartitionStatuses.Entry entry = statuses.open(3);
  private final List<CompletableFuture<Long>> appended = new ArrayList<>();
  private long nowNanos = TimeUnit.DAYS.toNanos(1);
  private int ticks;
  private final TickTimer timer =
      new TickTimer(statuses, this::append, () -> nowNanos, () -> ticks++);

  @Test
  void deadlineNotReached_appendsNothing() {
    run(1, DEADLINE, seen(9_000));
    pass(999);

    timer.look();

    assertThat(appended).isEmpty();
  }

  @Test
  void deadlineReached_appendsOneTick() {
    run(1, DEADLINE, seen(9_000));
    pass(1_000);

    timer.look();
    timer.look();

    assertThat(appended).hasSize(1);
    assertThat(ticks).isEqualTo(1);
  }

  @Test
  void nothingDueEver_appendsNothing() {
    run(1, null, null);
    pass(1_000_000);

    timer.look();

    assertThat(appended).isEmpty();
  }

  @Test
  void logTimeUnknownAndSomethingHeld_appendsOneTickToLearnIt() {
    run(1, DEADLINE, null);

    timer.look();
    timer.look();

    assertThat(appended).hasSize(1);
  }

  @Test
  void appliedTickThatCameTooEarly_isFollowedWhenTheRestHasPassed() {
    run(1, DEADLINE, null);
    timer.look();
    appended.get(0).complete(7L);
    run(7, DEADLINE, seen(9_500));

    timer.look();
    pass(499);
    timer.look();
    assertThat(appended).hasSize(1);
    pass(1);
    timer.look();

    assertThat(appended).hasSize(2);
  }

  @Test
  void recordsBeforeTheTick_doNotAnswerIt() {
    run(1, DEADLINE, seen(9_000));
    pass(1_000);
    timer.look();
    appended.get(0).complete(7L);
    run(6, DEADLINE, seen(10_000));

    timer.look();

    assertThat(appended).hasSize(1);
  }

  @Test
  void unansweredTick_isRepeatedLessAndLessButEveryFourSecondsAtLeast() {
    run(1, DEADLINE, seen(9_000));
    pass(1_000);
    List<Long> at = new ArrayList<>();
    for (long ms = 0; ms < 26_000; ms += 500) {
      int before = appended.size();
      timer.look();
      if (appended.size() > before) {
        at.add(ms);
      }
      pass(500);
    }

    assertThat(at).containsExactly(0L, 1_000L, 3_000L, 7_000L, 11_000L, 15_000L, 19_000L, 23_000L);
  }

  @Test
  void failedTick_isRepeatedAfterItsWait() {
    run(1, DEADLINE, seen(9_000));
    pass(1_000);
    timer.look();
    appended.get(0).completeExceptionally(new IllegalStateException("no broker"));

    timer.look();
    assertThat(appended).hasSize(1);
    pass(1_000);
    timer.look();

    assertThat(appended).hasSize(2);
  }

  @Test
  void partitionThatDoesNotRun_getsNoTick() {
    run(1, DEADLINE, seen(9_000));
    entry.post(entry.status().retrying("Redis is silent"));
    pass(10_000);

    timer.look();

    assertThat(appended).isEmpty();
  }

  @Test
  void revokedPartition_getsNoTick() {
    run(1, DEADLINE, seen(9_000));
    entry.close();
    pass(10_000);

    timer.look();

    assertThat(appended).isEmpty();
  }

  private void run(long appliedOffset, @Nullable Long deadline, @Nullable LogTime logTime) {
    PartitionHeader header =
        new PartitionHeader(appliedOffset, 9_000, 0, 9_000, 1, Settings.DEFAULT);
    entry.post(
        entry.status().running(new PartitionProgress(header, 1, 1, deadline, 1, 0, logTime)));
  }

  private LogTime seen(long appendedAt) {
    return new LogTime(appendedAt, nowNanos);
  }

  private void pass(long ms) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private CompletableFuture<Long> append(int partition, Command command) {
    assertThat(partition).isEqualTo(3);
    assertThat(command).isInstanceOf(Tick.class);
    CompletableFuture<Long> offset = new CompletableFuture<>();
    appended.add(offset);
    return offset;
  }
}
