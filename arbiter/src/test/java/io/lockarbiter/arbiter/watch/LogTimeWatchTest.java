package io.lockarbiter.arbiter.watch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.LogTime;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class LogTimeWatchTest {
  private static final int PARTITION = 3;
  private static final int LEASE_S = 30;

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final PartitionStatuses.Entry entry = statuses.open(PARTITION);
  private boolean heldBack;
  private long seconds = 1_000;
  private final LogTimeWatch watch =
      new LogTimeWatch(
          statuses,
          () -> TimeUnit.SECONDS.toNanos(seconds),
          partition -> heldBack,
          "lock.commands");

  @Test
  void leaseThatEndsInTime_isNoAlarm(CapturedOutput output) {
    decided(100, 100 + LEASE_S);
    pass(LEASE_S);
    decided(100 + LEASE_S, null);
    pass(100);

    assertThat(output).isEmpty();
  }

  @Test
  void leaseThatDoesNotEnd_isSaidOnceWithinTheSeconds(CapturedOutput output) {
    decided(100, 100 + LEASE_S);
    pass(LEASE_S + 5);
    assertThat(watch.stalls()).isEmpty();
    pass(5);

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
    assertThat(requireNonNull(watch.stalls().get(PARTITION)).cause()).isEqualTo(StallCause.CLOCK);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains(
            "WARN", "partition=3: log time stands at 1970-01-01T00:01:40Z, and what is due at")
        .contains("1970-01-01T00:02:10Z does not end", "Fix: let the arbiter write ticks to lock.");
  }

  /** Each tick comes, and says the same time: the broker's clock stands. */
  @Test
  void clockThatStandsUnderTicks_isAnAlarm() {
    for (int i = 0; i < 2 * LEASE_S; i++) {
      decided(100, 100 + LEASE_S);
      pass(1);
    }

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
  }

  @Test
  void logTimeThatNoRecordHasTold_isAnAlarmToo() {
    decided(100, 100 + LEASE_S, null);
    pass(10);

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
    decided(110, 100 + LEASE_S);
    watch.look();
    assertThat(watch.stalls()).isEmpty();
  }

  @Test
  void timeThatGoesOn_isCalledOff(CapturedOutput output) {
    decided(100, 100 + LEASE_S);
    pass(LEASE_S + 10);
    decided(141, null);
    watch.look();

    assertThat(watch.stalls()).isEmpty();
    assertThat(output).contains("partition=3: log time goes on");
  }

  @Test
  void hostThatSlept_isNoAlarm(CapturedOutput output) {
    decided(100, 100 + LEASE_S);
    watch.look();
    seconds += 3_600;
    pass(3);
    decided(3_703, null);
    pass(10);

    assertThat(output).isEmpty();
  }

  @Test
  void whatSomethingElseKeeps_isNoAlarmOfTheClock(CapturedOutput output) {
    decided(100, 100 + LEASE_S);
    heldBack = true;
    pass(100);
    heldBack = false;
    entry.post(entry.status().withLag(7));
    pass(100);
    entry.post(entry.status().retrying("Redis is silent"));
    pass(100);

    assertThat(output).isEmpty();
  }

  /** Commands come all the while, so at many looks some are not decided yet. */
  @Test
  void clockThatStandsUnderTraffic_isAnAlarm() {
    for (int i = 0; i < 2 * LEASE_S; i++) {
      decided(100, 100 + LEASE_S);
      entry.post(entry.status().withLag(i % 3 == 0 ? 1 : 0));
      pass(1);
    }

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
  }

  private void pass(int looks) {
    for (int i = 0; i < looks; i++) {
      seconds++;
      watch.look();
    }
  }

  private void decided(long at, @Nullable Integer deadline) {
    decided(at, deadline, new LogTime(at * 1_000, TimeUnit.SECONDS.toNanos(seconds)));
  }

  private void decided(long at, @Nullable Integer deadline, @Nullable LogTime logTime) {
    PartitionHeader header = new PartitionHeader(1, at * 1_000, 0, at * 1_000, 0, Settings.DEFAULT);
    Long next = deadline == null ? null : Long.valueOf(deadline * 1_000L);
    entry.post(
        entry
            .status()
            .running(new PartitionProgress(header, 0, 0, next, 1, 0, logTime))
            .withLag(0));
  }
}
