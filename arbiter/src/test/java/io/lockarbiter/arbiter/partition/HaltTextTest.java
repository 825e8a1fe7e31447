package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HaltTextTest {
  private static final Map<Outcome, HaltReason> REASONS =
      Map.of(
          new Outcome.Stale(3, 9), HaltReason.STALE,
          new Outcome.Ahead("cluster=a, expected b"), HaltReason.AHEAD);

  private static final List<Outcome> LOST =
      List.of(new Outcome.Behind(3, 9), new Outcome.Empty("none is there"));

  @Test
  void refusal_hasItsHalt() {
    REASONS.forEach(
        (outcome, reason) -> {
          Halt halt = HaltText.of(4, outcome);
          assertThat(halt.reason()).isEqualTo(reason);
          assertThat(halt.message()).startsWith("partition=4: ").contains("Fix: ");
        });
  }

  @Test
  void loss_isNoHalt() {
    for (Outcome lost : LOST) {
      assertThatThrownBy(() -> PartitionPipeline.requireApplied(4, lost))
          .isInstanceOf(StateLostException.class)
          .hasMessageStartingWith("Redis lost ");
    }
  }

  @Test
  void outcomes_areEitherLossOrRefusal() {
    List<Class<?>> known =
        Stream.concat(REASONS.keySet().stream(), LOST.stream())
            .<Class<?>>map(Outcome::getClass)
            .toList();

    assertThat(List.<Class<?>>of(Outcome.class.getPermittedSubclasses()))
        .filteredOn(type -> type != Outcome.Applied.class)
        .as("every answer of the store but Applied")
        .containsExactlyInAnyOrderElementsOf(known);
  }
}
