package io.lockarbiter.embedded.demo.yielding;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.embedded.demo.yielding.YieldingRound.Asker;
import java.util.List;
import org.junit.jupiter.api.Test;

class YieldingRoundTest {
  private static final YieldingRound KEPT =
      new YieldingRound(3, Asker.OPERATOR, List.of(4.0, 9.5), 0, 2_100, 2_048, 1, 1, 1, List.of());

  @Test
  void keptRound_hasOneLineThatEndsUnderTheHeader() {
    assertThat(KEPT.broken()).isEmpty();
    assertThat(KEPT.lines()).hasSize(1);
    assertThat(KEPT.lines().get(0).indexOf("  kept")).isEqualTo(YieldingRound.HEADER.length());
  }

  @Test
  void eachBound_isBrokenByItself() {
    assertThat(round(1, 2_100, 0, 1, 1, List.of()).broken()).hasSize(1);
    assertThat(round(0, 5_001, 0, 1, 1, List.of()).broken()).hasSize(1);
    assertThat(round(0, 2_100, 16 * 1024 + 1, 1, 1, List.of()).broken()).hasSize(1);
    assertThat(round(0, 2_100, 0, 0, 1, List.of()).broken()).hasSize(1);
    assertThat(round(0, 2_100, 0, 1, 0, List.of()).broken()).hasSize(1);
    assertThat(round(0, 2_100, 0, 1, 1, List.of("it is torn")).broken())
        .containsExactly("it is torn");
    assertThat(round(0, 5_000, 16 * 1024, 1, 1, List.of()).broken()).isEmpty();
  }

  @Test
  void verdict_needsBothKindsOfRoundsKeptAndRequestsThatComeSoon() {
    YieldingRound other =
        new YieldingRound(2, Asker.DELETION, List.of(900.0), 0, 2_300, 0, 1, 1, 1, List.of());
    YieldingRound cold =
        new YieldingRound(1, Asker.OPERATOR, List.of(900.0), 0, 2_300, 0, 1, 1, 1, List.of());
    YieldingRound slow =
        new YieldingRound(5, Asker.OPERATOR, List.of(201.0), 0, 2_300, 0, 1, 1, 1, List.of());

    assertThat(YieldingVerdict.of(List.of(KEPT, other)))
        .isEqualTo(
            new YieldingVerdict(
                true,
                "All bounds were kept in 2 rounds: 2 requests came to what runs under the lock, p50 4.0 ms, p99 9.5 ms; the longest deletion waited 2,300 ms."));
    assertThat(YieldingVerdict.of(List.of(KEPT)).isGood()).isFalse();
    assertThat(YieldingVerdict.of(List.of()).isGood()).isFalse();
    assertThat(YieldingVerdict.of(List.of(slow, other)).isGood()).isFalse();
    assertThat(YieldingVerdict.of(List.of(cold, other)).isGood()).isFalse();
    assertThat(YieldingVerdict.of(List.of(cold, other, KEPT)).isGood()).isTrue();
    assertThat(YieldingVerdict.of(List.of(KEPT, other, round(1, 1, 0, 1, 1, List.of()))).isGood())
        .isFalse();
  }

  private static YieldingRound round(
      int untold, double grantedMs, int sentAgain, int forced, int refused, List<String> faults) {
    return new YieldingRound(
        1, Asker.OPERATOR, List.of(1.0), untold, grantedMs, sentAgain, forced, refused, 1, faults);
  }
}
