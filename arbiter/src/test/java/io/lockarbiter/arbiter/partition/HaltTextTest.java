package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HaltTextTest {
  private static final Map<Outcome, HaltReason> REASONS =
      Map.of(
          new Outcome.Stale(3, 9), HaltReason.STALE,
          new Outcome.Behind(3, 9), HaltReason.BEHIND,
          new Outcome.Empty("none is there"), HaltReason.EMPTY,
          new Outcome.Ahead("cluster=a, expected b"), HaltReason.AHEAD);

  @Test
  void outcomeOtherThanApplied_hasItsHalt() {
    REASONS.forEach(
        (outcome, reason) -> {
          Halt halt = HaltText.of(4, outcome);
          assertThat(halt.reason()).isEqualTo(reason);
          assertThat(halt.message()).startsWith("partition=4: ").contains("Fix: ");
        });
  }

  @Test
  void outcomes_areAllKnownToHaltText() {
    List<Class<?>> known = REASONS.keySet().stream().<Class<?>>map(Outcome::getClass).toList();

    assertThat(List.<Class<?>>of(Outcome.class.getPermittedSubclasses()))
        .filteredOn(type -> type != Outcome.Applied.class)
        .as("HaltText.of has a halt for every answer of the store but Applied")
        .containsExactlyInAnyOrderElementsOf(known);
  }
}
