package io.lockarbiter.trial.bench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is told of made-up changes of four partitions. */
class HandoverReportTest {
  private static final List<Change> CHANGES =
      List.of(
          new Change(1, Cause.QUIET, 5_000, List.of(3L, 4L, 12L, 5L), Set.of()),
          new Change(1, Cause.STRANGER, 6_000, List.of(9L, 40L, 12L, 5L), Set.of()),
          new Change(1, Cause.LEAVE, 900, List.of(300L, 500L, 12L, 5L), Set.of(0, 1)),
          new Change(2, Cause.LEAVE, 900, List.of(1L, 41L, 1_600L, 700L), Set.of(2, 3)),
          new Change(1, Cause.KILL, 7_000, List.of(6_900L, 6_950L, 12L, 5L), Set.of(0, 1)));

  @Test
  void partitionsThatMovedAndThatStayed_areToldApart() {
    CauseLine line = CauseLine.of(Cause.LEAVE, CHANGES);

    assertThat(line).isEqualTo(new CauseLine(Cause.LEAVE, 2, 4, 600, 1_600, 4, 8.5, 41));
  }

  @Test
  void text_tellsFiguresBarsAndWhetherAllWasAnswered() {
    assertThat(HandoverText.lines(report(100)))
        .containsExactly(
            "standstill of a partition, ms  changes  moved  median  worst  stayed  median  worst",
            "quiet                                1      0                      4       5     12",
            "a stranger starts                    1      0                      4      11     40",
            "leave                                2      4     600  1,600       4       9     41",
            "SIGKILL                              1      2   6,925  6,950       2       9     12",
            "",
            "leave, moved: median at most 700 ms, worst at most 1,500 ms: MISSED",
            "leave, stayed: no longer than without a change, 40 ms: MISSED",
            "SIGKILL, moved: worst at most 7,000 ms (session time-out 6,000 ms + 1,000 ms): kept",
            "SIGKILL, stayed: no longer than without a change, 40 ms: kept",
            "100 commands, 100 answers, 0 refused");
  }

  @Test
  void missingAnswer_isAFailure() {
    assertThat(report(99).isComplete()).isFalse();
    assertThat(HandoverText.lines(report(99)))
        .endsWith(
            "100 commands, 99 answers, 0 refused: FAILED, each command should have one answer");
  }

  @Test
  void progress_tellsTheLongestOfEach() {
    assertThat(HandoverText.line(CHANGES.get(3), 10))
        .isEqualTo(
            "round 2 of 10, leave: 2 moved, longest standstill 1,600 ms; 2 stayed, longest standstill 41 ms");
    assertThat(HandoverText.line(CHANGES.get(0), 10))
        .isEqualTo("round 1 of 10, quiet: 4 stayed, longest standstill 12 ms");
  }

  private static HandoverReport report(long answers) {
    return new HandoverReport(2, 4, 2, 10, 6_000, 100, answers, 0, CauseLine.all(CHANGES), CHANGES);
  }
}
