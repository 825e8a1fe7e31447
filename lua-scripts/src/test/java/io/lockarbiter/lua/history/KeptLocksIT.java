package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Locks of days and weeks on both stores side by side. Again and again Redis is flushed, and the
 * state is put in anew from some ten minutes of events.
 */
class KeptLocksIT {
  private static final int RECORDS = 1_500;
  private static final int FLUSHED_EVERY = 100;

  /** Bounds so small that one record that tells many locks again takes several calls. */
  private static final CallBounds SMALL = new CallBounds(30, 3, 2_000, 4, 3_000);

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void locksOfWeeks_surviveEveryFlushOfRedis(long seed) {
    check(seed, CallBounds.DEFAULT);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void locksOfWeeksInSmallCalls_surviveEveryFlushOfRedis(long seed) {
    check(seed, SMALL);
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  private static void check(long seed, CallBounds bounds) {
    KeptRun run =
        new KeptRun(seed, new SideBySideStore(new ReferenceLockStore(), redis.store(bounds)));
    for (int n = 1; n <= RECORDS; n++) {
      run.step();
      if (n % FLUSHED_EVERY == 0) {
        PartitionState state = run.state();
        assertThat(run.rebuilt()).as("seed=%d after record %d", seed, n).isEqualTo(state);
        RedisRecount.check(redis, KeptRun.PARTITION, state);
        redis.flush();
        run.goOnWith(restored(state, bounds));
        RedisRecount.check(redis, KeptRun.PARTITION, state);
      }
    }
    assertThat(run.told()).as("told again, seed=%d", seed).isGreaterThan(RECORDS);
  }

  private static SideBySideStore restored(PartitionState state, CallBounds bounds) {
    ReferenceLockStore model = new ReferenceLockStore();
    assertThat(SideBySideStore.restored(model.restore(KeptRun.PARTITION, state)))
        .isEqualTo(StateRestore.Progress.DONE);
    assertThat(SideBySideStore.restored(redis.store().restore(KeptRun.PARTITION, state)))
        .isEqualTo(StateRestore.Progress.DONE);
    return new SideBySideStore(model, redis.store(bounds));
  }
}
