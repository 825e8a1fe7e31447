package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares a guard with a lock table: a holder is never refused, a late action is. */
class LiveLocksTest {
  private static final String ACCOUNT = "acme";

  static Stream<Long> seeds() {
    return Seeds.fresh(50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void holdersOfLiveLocks_areNeverRefusedAndLateOnesAre(long seed) {
    Random random = new Random(seed);
    RandomActions actions = new RandomActions(random);
    MemoryFencingGuard guard = new MemoryFencingGuard();
    List<FencingAction> live = new ArrayList<>();
    List<FencingAction> ended = new ArrayList<>();
    int late = 0;
    for (long token = 1; token <= 500; token++) {
      FencingAction asked = FencingAction.of(ACCOUNT, token, actions.targets());
      if (live.stream().noneMatch(held -> NaiveFencingGuard.conflicts(asked, held))) {
        live.add(asked);
      }
      if (random.nextInt(3) == 0 && !live.isEmpty()) {
        ended.add(live.remove(random.nextInt(live.size())));
      }
      if (!live.isEmpty()) {
        FencingAction holder = live.get(random.nextInt(live.size()));
        assertThat(guard.admit(holder)).as("-Dseed=%d %s", seed, holder).isEmpty();
      }
      if (!ended.isEmpty()) {
        Optional<FencingRefusal> refusal = guard.admit(ended.get(random.nextInt(ended.size())));
        late += refusal.isPresent() ? 1 : 0;
      }
    }
    assertThat(late).as("late ones refused with -Dseed=%d", seed).isPositive();
  }
}
