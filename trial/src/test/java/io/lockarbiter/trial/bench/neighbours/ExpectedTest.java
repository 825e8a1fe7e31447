package io.lockarbiter.trial.bench.neighbours;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedTest {
  private static final Expected FLOOD =
      new Expected(3, Map.of("granted", 1L, "rejected RATE_LIMITED", 0L));

  @Test
  void answersOfTheKindsExpected_pass() {
    assertPasses("granted", "rejected RATE_LIMITED", "rejected RATE_LIMITED");
    assertPasses("granted", "granted", "granted");
  }

  @Test
  void tooFewOfAKind_areRefused() {
    assertRefused("rejected RATE_LIMITED", "rejected RATE_LIMITED", "rejected RATE_LIMITED");
  }

  @Test
  void anotherKind_isRefused() {
    assertRefused("granted", "granted", "rejected INVALID");
  }

  @Test
  void moreThanWereAskedFor_areRefused() {
    assertRefused("granted", "granted", "granted", "granted");
  }

  private static void assertPasses(String... kinds) {
    assertThatCode(() -> FLOOD.check("flood", tally(kinds))).doesNotThrowAnyException();
  }

  private static void assertRefused(String... kinds) {
    Tally tally = tally(kinds);
    assertThatThrownBy(() -> FLOOD.check("flood", tally))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "flood does not do what it should: its answers are " + tally.kinds() + ", expected 3");
  }

  private static Tally tally(String... kinds) {
    Tally tally = new Tally();
    for (String kind : kinds) {
      tally.add(kind, 1, 2);
    }
    return tally;
  }
}
