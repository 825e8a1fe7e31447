package io.lockarbiter.trial.bench.hostile;

import static io.lockarbiter.trial.bench.hostile.ServedInput.Expected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServedInputsTest {
  @Test
  void largeLocks_are60Kilobytes() {
    assertThat(ServedInputs.large(3_999).length()).isBetween(60_000, 61_000);
  }

  @Test
  void answersOfAnotherKindOrNumber_areNotWhatTheInputSays() {
    Expected expected = Expected.of(3, "granted", "queued");

    assertThatCode(() -> expected.check("gone", Map.of("granted", 1L, "queued", 2L)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> expected.check("gone", Map.of("granted", 2L)))
        .hasMessageStartingWith("gone does not do what it should: its answers are {granted=2}");
    assertThatThrownBy(() -> expected.check("gone", Map.of("granted", 2L, "rejected CONFLICT", 1L)))
        .isInstanceOf(IllegalStateException.class);
  }
}
