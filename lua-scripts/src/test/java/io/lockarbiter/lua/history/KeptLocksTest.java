package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks of days and weeks are rebuilt from some ten minutes of events, because they are told. */
class KeptLocksTest {
  private static final int RECORDS = 4_000;
  private static final int REBUILT_EVERY = 10;
  private static final long DAY_MS = 86_400_000;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void stateOfManyDays_isRebuiltFromMinutes(long seed) {
    KeptRun run = new KeptRun(seed, new ReferenceLockStore());
    for (int n = 1; n <= RECORDS; n++) {
      run.step();
      if (n % REBUILT_EVERY == 0) {
        assertThat(run.rebuilt())
            .as("seed=%d after record %d at %d", seed, n, run.state().header().at())
            .isEqualTo(run.state());
      }
    }
    assertThat(run.state().header().at()).as("log time of seed=%d", seed).isGreaterThan(DAY_MS);
    assertThat(run.state().held()).as("held at the end of seed=%d", seed).hasSizeGreaterThan(20);
    assertThat(run.told()).as("told again, seed=%d", seed).isGreaterThan(RECORDS);
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }
}
