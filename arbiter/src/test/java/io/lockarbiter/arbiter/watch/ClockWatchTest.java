package io.lockarbiter.arbiter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LogClock;
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
  void clockAnHourAhead_isAnAlarmUntilItAgreesAgain(CapturedOutput output) {
    appended(now + HOUR);
    assertThat(output)
        .contains(
            "ERROR",
            "partition=3: the last record was appended at 1970-02-11T17:00:00Z, 3600 s ahead of this host's clock; leases and waits ended so much too early")
        .contains("Fix: compare the clocks");
    assertThat(watch.aheadMs(header())).isEqualTo(HOUR);

    watch.look();
    assertThat(output).doesNotContain("agree again");
    now += 2_000;
    appended(now);

    assertThat(output).contains("partition=3: the broker's clock and this host's agree again");
    assertThat(output)
        .contains(
            "ERROR", "the broker's clock went back", "for 8 s and then goes on, 3590 s ahead");
  }

  @Test
  void clockThatStepsBack_isAnAlarmAsLongAsLogTimeIsAhead(CapturedOutput output) {
    appended(now);
    appended(now - HOUR - 4_000);
    appended(now - HOUR - 3_990);
    assertThat(output)
        .contains("ERROR", "partition=3: the broker's clock went back")
        .contains("log time stands at 1970-02-11T16:00:00Z for 4 s and then goes on, 3600 s ahead");
    assertThat(ClockWatch.behindMs(header())).isEqualTo(HOUR + 3_990);

    appended(now - HOUR + 6_010);
    assertThat(ClockWatch.behindMs(header())).as("it went on").isEqualTo(HOUR);
    assertThat(header().at()).isEqualTo(now + 6_010);
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR"))).hasSize(1);
  }

  private void appended(long at) {
    boolean isFirst = entry.status().progress() == null;
    long before = isFirst ? 0 : header().appliedAppendedAt();
    long time = LogClock.next(isFirst ? 0 : header().at(), before, at);
    PartitionHeader header = new PartitionHeader(1, at, 0, time, 0, Settings.DEFAULT);
    entry.post(entry.status().running(new PartitionProgress(header, 0, 0, null, 0, 0, null)));
    watch.look();
  }

  private PartitionHeader header() {
    return Objects.requireNonNull(entry.status().progress()).header();
  }
}
