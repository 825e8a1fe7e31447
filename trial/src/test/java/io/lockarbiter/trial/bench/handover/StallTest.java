package io.lockarbiter.trial.bench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.stage.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Standstills in made-up histories; times in ms. */
class StallTest {
  private static final long ALWAYS = 1_000_000;

  @Test
  void eachCommandAnsweredAtOnce_stallIsItsOwnLatency() {
    assertThat(longest(new Answer(100, 103), new Answer(110, 115), new Answer(120, 121)))
        .isEqualTo(5);
  }

  @Test
  void commandsThatGatherInAStandstill_countFromTheFirst() {
    assertThat(
            longest(
                new Answer(100, 103),
                new Answer(110, 700),
                new Answer(120, 700),
                new Answer(690, 700)))
        .isEqualTo(590);
  }

  /** The answer before is later than the command: the partition was at work until then. */
  @Test
  void partitionThatIsBehind_stallIsTheGapBetweenAnswers() {
    assertThat(longest(new Answer(100, 500), new Answer(110, 530), new Answer(120, 580)))
        .isEqualTo(400);
    assertThat(Stall.longestMs(history(), 501, ALWAYS)).isEqualTo(50);
  }

  @Test
  void nobodyAsks_isNoStandstill() {
    assertThat(longest(new Answer(100, 102), new Answer(5_000, 5_003))).isEqualTo(3);
  }

  @Test
  void standstillThatBeganBefore_countsIfItReachesIn() {
    assertThat(Stall.longestMs(history(), 450, ALWAYS)).isEqualTo(400);
    assertThat(Stall.longestMs(history(), 500, ALWAYS)).isEqualTo(400);
  }

  @Test
  void whatBeginsAfterTheEnd_doesNotCount() {
    assertThat(Stall.longestMs(history(), 0, 99)).isZero();
    assertThat(Stall.longestMs(history(), 0, 100)).isEqualTo(400);
  }

  @Test
  void noAnswer_isZero() {
    assertThat(Stall.longestMs(List.of(), 0, ALWAYS)).isZero();
  }

  private static List<Answer> history() {
    return List.of(new Answer(100, 500), new Answer(110, 530), new Answer(120, 580));
  }

  private static long longest(Answer... answers) {
    return Stall.longestMs(List.of(answers), 0, ALWAYS);
  }
}
