package io.lockarbiter.trial.bench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnersTest {
  @Test
  void partitionsWithAnotherOwner_moved() {
    assertThat(Owners.moved(List.of(owners(0, "a", 1, "a"), owners(0, "a", 1, "b"))))
        .containsExactly(1);
  }

  @Test
  void partitionThatWasAwayMeanwhile_moved() {
    assertThat(
            Owners.moved(
                List.of(owners(0, "a", 1, "a"), owners(0, "a", 1, "b"), owners(0, "a", 1, "a"))))
        .containsExactly(1);
  }

  @Test
  void partitionThatNobodyOwnedMeanwhile_stayed() {
    Owners between = new Owners(0, new HashSet<>(List.of("a")), Map.of(0, "a"));

    assertThat(Owners.moved(List.of(owners(0, "a", 1, "a"), between, owners(0, "a", 1, "a"))))
        .isEmpty();
  }

  private static Owners owners(int one, String ofOne, int other, String ofOther) {
    Map<Integer, String> owners = Map.of(one, ofOne, other, ofOther);
    return new Owners(0, new HashSet<>(owners.values()), owners);
  }
}
