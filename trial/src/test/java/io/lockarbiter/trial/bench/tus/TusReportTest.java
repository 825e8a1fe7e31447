package io.lockarbiter.trial.bench.tus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Only a run without damage and within the bars is clean. */
class TusReportTest {
  private final TusTally tally = new TusTally();

  private TusReport report() {
    return TusReport.of(
        new TusSettings(100, 10, Duration.ofSeconds(5), Duration.ofSeconds(2), 1 << 19, 1),
        60,
        tally);
  }

  private void right() {
    tally.finished.increment();
    tally.resumedAfterMs.add(4_000L);
    tally.resumedAfterMs.add(7_000L);
    tally.refused(7_000);
  }

  @Test
  void uploadsThatAllGoOnInTime_areClean() {
    right();

    assertThat(report().isClean()).isTrue();
    assertThat(report().lines())
        .contains("every finished file is what was sent (SHA-256)")
        .anyMatch(
            line -> line.contains("p50 4,000, p99 7,000, max 7,000 ms, at most 7,000 wanted"));
  }

  @Test
  void uploadThatGoesOnTooLate_isNotClean() {
    right();
    tally.resumedAfterMs.add(7_001L);

    assertThat(report().isClean()).isFalse();
  }

  @Test
  void uploadThatNobodyHoldsForTooLong_isNotClean() {
    right();
    tally.refused(7_001);

    assertThat(report().isClean()).isFalse();
  }

  @Test
  void fileThatIsNotWhatWasSent_isNotClean() {
    right();
    tally.faults.add("client 7: /files/x is not what was sent");

    assertThat(report().isClean()).isFalse();
    assertThat(report().lines()).contains("faults: client 7: /files/x is not what was sent");
  }

  @Test
  void runThatInterruptsNobody_isNotClean() {
    tally.finished.increment();

    assertThat(report().isClean()).isFalse();
  }
}
