package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StarveVerdictTest {
  private static final StarveRound KEPT = new StarveRound(1, 8, 3, 2, 1_400, 1_250, 0, 30, 0, 0);
  private static final StarveRound LONGER = new StarveRound(2, 8, 0, 0, 1_451, 1_250, 0, 30, 0, 0);
  private static final StarveRound WORST = new StarveRound(3, 8, 0, 0, 1_400, 1_250, 7, 30, 2, 1);
  private static final StarveRound IDLE = new StarveRound(4, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  @Test
  void roundsThatKeepTheBound_areGood() {
    StarveVerdict verdict = new StarveVerdict(List.of(KEPT, KEPT));

    assertThat(verdict.isGood()).isTrue();
    assertThat(verdict.line())
        .isEqualTo("The bound was kept in all 2 rounds: of 60 later uploads none overtook.");
  }

  @Test
  void oneRoundBeyondTheBound_isBad() {
    StarveVerdict verdict = new StarveVerdict(List.of(KEPT, LONGER));

    assertThat(verdict.isGood()).isFalse();
    assertThat(verdict.line()).isEqualTo("FAILED: the bound was broken in 1 of 2 rounds.");
  }

  @Test
  void noRounds_areBad() {
    assertThat(new StarveVerdict(List.of()).isGood()).isFalse();
    assertThat(new StarveVerdict(List.of()).line())
        .isEqualTo("FAILED: no round came to its end; let it run longer.");
  }

  @Test
  void deletionThatNeverHadToWait_showsNothing() {
    assertThat(new StarveVerdict(List.of(IDLE)).isGood()).isFalse();
    assertThat(new StarveVerdict(List.of(IDLE)).line())
        .startsWith("FAILED: no deletion had to wait for uploads");
  }

  @Test
  void lines_standUnderTheirHeader() {
    assertThat(KEPT.lines())
        .containsExactly(
            "    1      1,400       1,450     8        3        2     30           0  kept");
    assertThat(LONGER.lines())
        .containsExactly(
            "    2      1,451       1,450     8        0        0     30           0  BROKEN",
            "       it waited 1 ms longer than it may");
    assertThat(WORST.lines())
        .containsExactly(
            "    3      1,400       1,450     8        0        0     30           2  BROKEN",
            "       it was granted 7 ms after the last of those locks ended",
            "       2 uploads that came later were granted before it",
            "       1 uploads held a lock beside it");
    assertThat(KEPT.lines().get(0).indexOf("  kept")).isEqualTo(StarveRound.HEADER.length());
    assertThat(LONGER.lines().get(0)).hasSizeLessThan(Screen.COLUMNS);
  }
}
