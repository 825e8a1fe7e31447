package io.lockarbiter.trial.bench.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.overload.OverloadReport.Delay;
import io.lockarbiter.trial.bench.overload.OverloadReport.Line;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverloadReportTest {
  @ParameterizedTest
  @CsvSource({
    "10, 10, 0, 0, true",
    "10, 9, 0, 0, false",
    "10, 10, 1, 0, false",
    "10, 10, 0, 1, false"
  })
  void eachCommand_hasOneAnswerThatIsNoRefusal(
      long sent, long answered, long twice, long refused, boolean isComplete) {
    assertThat(line(10, 300, sent, answered, twice, refused).isComplete()).isEqualTo(isComplete);
  }

  @ParameterizedTest
  @CsvSource({"15, 375, true", "15.1, 375, false", "15, 376, false"})
  void backlog_isGoneInHalfAsLongAgainAndMemoryGrowsByAQuarterAtMost(
      double tookSeconds, long mostMb, boolean isWithin) {
    assertThat(line(tookSeconds, mostMb, 10, 10, 0, 0).isWithin()).isEqualTo(isWithin);
  }

  @Test
  void unansweredCommands_areToldAsFailed() {
    OverloadSettings settings = new OverloadSettings(12, 100_000, List.of(0), 20, 3, 30, 30, 20);
    OverloadReport report =
        new OverloadReport(2, 0.5, settings, List.of(line(12, 300, 10, 9, 0, 0)));

    assertThat(report.isComplete()).isFalse();
    assertThat(OverloadText.lines(report))
        .contains(
            "0 % of one account: 10 commands, 9 answered, 0 twice, 0 refused: FAILED, each command should have one answer");
  }

  private static Line line(
      double tookSeconds, long mostMb, long sent, long answered, long twice, long refused) {
    return new Line(
        0,
        1_000,
        new Delay(1, 2),
        3_000,
        new Delay(1, 2),
        60_000,
        10,
        tookSeconds,
        new Delay(1, 2),
        List.of(300L, mostMb, 300L),
        sent,
        answered,
        twice,
        refused);
  }
}
