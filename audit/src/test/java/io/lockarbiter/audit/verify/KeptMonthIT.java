package io.lockarbiter.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Locks are kept for weeks; again and again Redis loses all, and the logs have a quarter of an hour
 * left. The state comes back from the events without a difference, and what is left of the logs is
 * clean.
 */
class KeptMonthIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  void daysOfKeptLocks_surviveEveryLoss(long seed) {
    check(seed, 300, Duration.ofDays(3), 10);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seed")
  @Tag("nightly")
  void monthOfKeptLocks_survivesEveryLoss(long seed) {
    check(
        seed,
        Integer.getInteger("locks", 2_000),
        Duration.ofDays(30),
        Integer.getInteger("losses", 30));
  }

  static Stream<Long> seed() {
    return Seeds.fresh(1);
  }

  private static void check(long seed, int locks, Duration time, int losses) {
    KeptMonth month = new KeptMonth(redis, seed, locks);
    long began = month.at();
    for (int loss = 1; loss <= losses; loss++) {
      month.goOnUntil(began + time.toMillis() * loss / losses);
      String when = "loss %d of seed=%d after %d".formatted(loss, seed, month.at());
      month.checkRebuilt(when);
      month.goOnSteadily();
      month.audit(when);
      month.loseRedis(when);
    }
    System.out.println(month);
    assertThat(month.told()).as("%s, seed=%d", month, seed).isGreaterThan(10L * locks);
  }
}
