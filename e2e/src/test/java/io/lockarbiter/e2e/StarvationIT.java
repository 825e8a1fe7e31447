package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.embedded.scenarios.RedisStores;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.LockStore;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stream of uploads cannot starve the deletion of their folder, on either store and over real
 * Kafka and Redis.
 */
@EveryFifthDay
@Cluster
class StarvationIT {
  private static final String DELETION = "deletion";
  private static final int UPLOADS = 150;
  private static final int UPLOADS_BEFORE = 25;
  private static final long EVERY_NANOS = 40_000_000;
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

  /**
   * Uploads come every 40 ms. Some are renewed, half are released after 400 ms, the others are left
   * until their lease expires.
   */
  @Test
  void streamOfUploadsOverKafka_deletionIsGrantedAsTheLastLockOfItsArrivalEnds(
      Deployment deployment) {
    KafkaLog log = deployment.log();
    deployment.arbiter().awaitHealthy();
    long began = System.nanoTime();
    for (int n = 0; n < UPLOADS; n++) {
      String id = "up" + n;
      log.acquire("acme", id, "UPLOAD", "/inbox/" + id, 1_000 + n * 131 % 1_500, 30_000);
      if (n >= 5 && n % 4 == 1) {
        renew(log, "up" + (n - 5));
      }
      if (n >= 10 && n % 2 == 0) {
        log.release("acme", "up" + (n - 10));
      }
      if (n == UPLOADS_BEFORE) {
        log.acquire("acme", DELETION, "DELETE", "/inbox", 600_000, 600_000);
      }
      while (System.nanoTime() - began < (n + 1) * EVERY_NANOS) {
        LockSupport.parkNanos(EVERY_NANOS);
      }
    }
    Arrival arrival = await().until(() -> Arrival.of(log.events()), Arrival::isGranted);

    System.out.println("starvation over Kafka: " + arrival);
    assertThat(arrival.held()).as("locks held at its arrival").hasSizeGreaterThan(1);
    assertThat(arrival.reasons()).contains(ReleaseReason.RELEASED, ReleaseReason.EXPIRED);
    assertThat(arrival.renewals()).as("renewals while it waited").isPositive();
    assertThat(arrival.later()).as("uploads that asked while it waited").isGreaterThan(10);
    assertThat(arrival.overtaking()).as("uploads that overtook it").isEmpty();
    assertThat(arrival.grantedAt()).isEqualTo(arrival.lastEndedAt());
  }

  private static void renew(KafkaLog log, String lockId) {
    log.send(
        "acme",
        "{\"type\":\"renew\",\"commandId\":\"renew-%1$s\",\"account\":\"acme\",\"subAccount\":\"u-%1$s\",\"lockId\":\"%1$s\"}"
            .formatted(lockId));
  }

  /**
   * The deletion among the uploads of its account, from their events.
   *
   * @param held uploads that held a lock at that time
   * @param reasons for which these ended
   * @param renewals of these while it waited
   * @param later uploads that were queued while it waited
   * @param overtaking uploads that were granted while it waited
   * @param lastEndedAt log time at which the last of the held ones ended
   * @param grantedAt log time; 0 if it still waits
   */
  private record Arrival(
      Set<String> held,
      Set<ReleaseReason> reasons,
      long renewals,
      long later,
      Set<String> overtaking,
      long lastEndedAt,
      long grantedAt) {

    static Arrival of(List<Event> events) {
      Set<String> held = new HashSet<>();
      Set<String> atArrival = Set.of();
      Set<ReleaseReason> reasons = EnumSet.noneOf(ReleaseReason.class);
      Set<String> overtaking = new HashSet<>();
      long renewals = 0;
      long later = 0;
      long lastEndedAt = 0;
      for (Event event : events) {
        String lock = event.subject() instanceof LockFields fields ? fields.lockId() : "";
        boolean waits = !atArrival.isEmpty();
        if (lock.equals(DELETION) && event instanceof Queued) {
          atArrival = Set.copyOf(held);
        } else if (lock.equals(DELETION) && event instanceof Granted granted) {
          return new Arrival(
              atArrival, reasons, renewals, later, overtaking, lastEndedAt, granted.head().at());
        } else if (event instanceof Granted) {
          held.add(lock);
          if (waits) {
            overtaking.add(lock);
          }
        } else if (event instanceof Queued) {
          later += waits ? 1 : 0;
        } else if (event instanceof Renewed) {
          renewals += waits && atArrival.contains(lock) ? 1 : 0;
        } else if (event instanceof Released released) {
          held.remove(lock);
          if (waits && atArrival.contains(lock)) {
            reasons.add(released.reason());
            lastEndedAt = released.head().at();
          }
        }
      }
      return new Arrival(atArrival, reasons, renewals, later, overtaking, lastEndedAt, 0);
    }

    boolean isGranted() {
      return grantedAt > 0;
    }
  }
}
