package io.lockarbiter.arbiter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ClockWatchTest {
  private static final long HOUR = 3_600_000;

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final PartitionStatuses.Entry entry = statuses.open(3);
  private long now = 1_000 * HOUR;
  private final ClockWatch watch = new ClockWatch(statuses, () -> Instant.ofEpochMilli(now));

  @Test
  void clocksThatAgree_areNoAlarm(CapturedOutput output) {
    appended(now - 50);
    appended(now + 1_999);
    appended(now);

    assertThat(output).isEmpty();
  }

  @Test
  void logReadLate_isNoAlarm(CapturedOutput output) {
    appended(now - 5 * HOUR);

    assertThat(output).isEmpty();
    assertThat(watch.aheadMs(header())).isZero();
    assertThat(ClockWatch.behindMs(header())).isZero();
  }

  @Test
  void clockAnHourAhead_isAnAlarmUntilThatHourHasPassed(CapturedOutput output) {
    appended(now + HOUR);
    assertThat(output)
        .contains("ERROR", "partition=3: log time 1970-02-11T17:00:00Z is 3600 s ahead of this")
        .contains("Fix: compare the clocks");
    assertThat(watch.aheadMs(header())).isEqualTo(HOUR);

    now += HOUR - 3_000;
    watch.look();
    assertThat(output).doesNotContain("agree again");
    now += 2_000;
    watch.look();

    assertThat(output).contains("partition=3: log time and this host's clock agree again");
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR"))).hasSize(1);
  }

  @Test
  void clockThatStepsBack_isAnAlarmWhileLogTimeStandsStill(CapturedOutput output) {
    appended(now);
    appended(now - HOUR);
    appended(now - HOUR + 10);
    assertThat(output)
        .contains("ERROR", "partition=3: the broker's clock went back by 3600 s")
        .contains("log time stands still at 1970-02-11T16:00:00Z");
    assertThat(ClockWatch.behindMs(header())).isEqualTo(HOUR - 10);

    now += HOUR;
    appended(now);

    assertThat(output).contains("partition=3: log time goes on");
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR"))).hasSize(1);
  }

  private void appended(long at) {
    long before = entry.status().progress() == null ? 0 : header().at();
    PartitionHeader header =
        new PartitionHeader(1, at, 0, Math.max(before, at), 0, Settings.DEFAULT);
    entry.post(entry.status().running(new PartitionProgress(header, 0, 0, null, 0, 0, null)));
    watch.look();
  }

  private PartitionHeader header() {
    return Objects.requireNonNull(entry.status().progress()).header();
  }
}
