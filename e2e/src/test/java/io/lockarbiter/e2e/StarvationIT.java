package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.embedded.scenarios.RedisStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream of uploads cannot starve the deletion of their folder, on either store. */
class StarvationIT {
  private static final RedisStores REDIS = new RedisStores();

  @AfterAll
  static void stop() {
    REDIS.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void streamOfUploads_deletionWaitsNoLongerThanTheLocksHeldWhenItArrived(long seed) {
    UploadStream.Result onReference = check("reference", new ReferenceLockStore(), seed);
    UploadStream.Result onRedis = check("redis", REDIS.next(null), seed);

    assertThat(onRedis).isEqualTo(onReference);
  }

  private static UploadStream.Result check(String name, LockStore store, long seed) {
    UploadStream.Result result = new UploadStream(store, seed).run();
    System.out.printf(
        "starvation seed=%d store=%s waitedMs=%d boundMs=%d %s%n",
        seed,
        name,
        result.grantedAt() - result.arrivedAt(),
        result.boundMs() - result.arrivedAt(),
        result);
    assertThat(result.heldAtArrival()).as("locks held at its arrival").isGreaterThan(1);
    assertThat(result.renewals()).as("renewals while it waited").isPositive();
    assertThat(result.asked()).as("uploads that asked while it waited").isGreaterThan(10);
    assertThat(result.granted()).as("uploads that overtook it").isZero();
    assertThat(result.grantedAt())
        .as("granted")
        .isGreaterThan(result.arrivedAt())
        .isLessThanOrEqualTo(result.boundMs())
        .isEqualTo(result.lastEndMs());
    return result;
  }
}
