package io.lockarbiter.trial.bench.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarsTest {
  private static final Delays SAME = new Delays(1, 5_000, 1);
  private static final Delays OTHERS = new Delays(1, 100, 1);

  @Test
  void whatIsAsLongAsItMayBe_isKept() {
    assertThat(Bars.HARM_TOO.keeps(5_000, SAME, OTHERS)).isTrue();
    assertThat(Bars.PINGS.keeps(90_000, SAME, OTHERS)).isTrue();
  }

  @Test
  void oneThatIsLonger_isEnough() {
    assertThat(Bars.HARM_TOO.keeps(5_001, SAME, OTHERS)).isFalse();
    assertThat(Bars.PINGS.keeps(1, new Delays(1, 5_001, 1), OTHERS)).isFalse();
    assertThat(Bars.PINGS.keeps(1, SAME, new Delays(1, 101, 1))).isFalse();
  }
}
