package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions under storms of random commands, in calls of each size. */
class SessionStormIT {
  private static final int RECORDS = 1_500;
  private static final int OF_EACH_BUILD = 200;
  private static final List<CallBounds> SIZES =
      List.of(CallBounds.DEFAULT, CallBounds.LEAST, CallBounds.DEFAULT.withWork(60));

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void storm_isDecidedAsTheRulesSay(long seed) {
    CallBounds bounds = SIZES.get((int) Math.floorMod(seed, (long) SIZES.size()));
    assertThat(storm(seed, bounds, OF_EACH_BUILD))
        .as("seed=%d", seed)
        .containsKeys("granted", "keptAlive");
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Tag("nightly")
  void longStorm_isDecidedAsTheRulesSay(long seed) {
    for (CallBounds bounds : SIZES) {
      assertThat(storm(seed, bounds, RECORDS))
          .as("seed=%d", seed)
          .containsKeys("granted", "keptAlive", "released SESSION_ENDED", "rejected NO_SESSION");
    }
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  static Stream<Long> seeds() {
    return Seeds.fresh(4);
  }

  private static Map<String, Integer> storm(long seed, CallBounds bounds, int records) {
    redis.flush();
    return new SessionStorm(redis, seed, bounds).run(records);
  }
}
