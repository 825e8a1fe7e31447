package io.lockarbiter.trial.bench.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is told of made-up figures. */
class NeighboursTextTest {
  private static final NeighboursReport.Line QUIET =
      new NeighboursReport.Line(
          "quiet", Map.of(), 15_000, Bars.PINGS, new Delays(750, 30, 9), new Delays(8_250, 41, 8));
  private static final NeighboursReport.Line FLOOD =
      new NeighboursReport.Line(
          "flood",
          Map.of("granted", 4_000L, "rejected RATE_LIMITED", 96_000L),
          20_000,
          Bars.PINGS,
          new Delays(1_000, 5_001, 5_000),
          new Delays(11_000, 60, 20));
  private static final NeighboursReport.Line GONE =
      new NeighboursReport.Line(
          "gone",
          Map.of("released RELEASED", 1L, "rejected PATH_GONE", 1_000L),
          0,
          Bars.PINGS,
          new Delays(3, 90, 90),
          new Delays(30, 70, 60));

  @Test
  void table_tellsEachInputBesideTheQuietPhase() {
    assertThat(NeighboursText.lines(report(100, 0)))
        .containsExactly(
            "ms     answers    harm  answers/s  same partition, worst    p99  others, worst  p99",
            "quiet        0  15,000          0                     30      9             41    8",
            "flood  100,000  20,000      5,000                  5,001  5,000             60   20  over",
            "gone     1,001       0  1,001,000                     90     90             70   60  within",
            "2 cores, load average before 0.3; 100 pings, 100 answers, 0 refused");
  }

  @Test
  void pingWithoutItsAnswer_isAFailure() {
    assertThat(report(99, 0).isComplete()).isFalse();
    assertThat(report(100, 1).isComplete()).isFalse();
    assertThat(NeighboursText.lines(report(99, 0)))
        .last()
        .asString()
        .endsWith("100 pings, 99 answers, 0 refused: FAILED, each ping should have one answer");
  }

  @Test
  void progress_tellsWhatWasAnswered() {
    assertThat(NeighboursText.progress(GONE))
        .startsWith("  0 ms, 1,001 answers {")
        .contains("rejected PATH_GONE=1000")
        .endsWith("; pings waited at most 90 ms in the same partition, 70 ms in others");
  }

  private static NeighboursReport report(long answers, long refused) {
    return new NeighboursReport(
        2,
        0.31,
        new NeighboursSettings(12, 1, 20, 15),
        100,
        answers,
        refused,
        QUIET,
        List.of(FLOOD, GONE));
  }
}
