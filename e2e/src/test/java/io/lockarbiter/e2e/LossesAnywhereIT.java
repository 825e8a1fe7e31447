package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.redis.CallBounds;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Redis loses a key, everything, or its writes since an earlier moment. The loss comes before and
 * after any call to Redis and to the broker, under commands of all kinds.
 */
@Tag("nightly")
@Cluster
class LossesAnywhereIT {
  private static final int ROUNDS = 300;
  private static final int MOST_ROUNDS = 20 * ROUNDS;
  private static final int ENOUGH = 4;
  private static final int EACH_FEW_CALLS = 40;
  private static final Set<String> CALLS =
      Set.of(
          "decide",
          "header",
          "clearHalfState",
          "foreignIdentity",
          "initTransactions",
          "sendOffsetsToTransaction",
          "commitTransaction");
  private static final List<String> KEYS =
      List.of("meta", "ids", "counters", "leases", "usage", "outbox", "ended", "own");

  @Test
  void lossesAnywhere_loseAndDoubleNothing(Deployment deployment) {
    run(deployment, CallBounds.DEFAULT);
  }

  @Test
  void lossesAnywhereAmidRecords_loseAndDoubleNothing(Deployment deployment) {
    run(deployment, new CallBounds(5, 7, 4_000, 10, 8_000));
  }

  private static void run(Deployment deployment, CallBounds bounds) {
    long seed = Seeds.fresh();
    try (RedisKeys redis = RedisKeys.of(deployment.withPartitions(1))) {
      Accidents accidents = new Accidents(redis, new Random(seed));
      ArbiterNode arbiter =
          deployment.arbiter(
              deployment.settings("lockarbiter.kafka.max-poll-records", "50"),
              new Faults().with(accidents::pass).limitCallsTo(bounds));
      int rounds = 0;
      while (rounds == 0 || accidents.losses() < ENOUGH && rounds < MOST_ROUNDS) {
        send(deployment.log(), deployment, rounds);
        rounds += ROUNDS;
      }
      accidents.end();
      Answers.awaitEachOnce(deployment, 4 * rounds);
      arbiter.awaitHealthy();

      assertThat(accidents.losses()).as("losses, seed=%d", seed).isGreaterThanOrEqualTo(ENOUGH);
      assertThat(arbiter.halts()).isZero();
      assertThat(deployment.log().read(deployment.deadLetters()))
          .hasSize(2 * (1 + (rounds - 1) / 17));
      CleanHistory.check(deployment);
      RecoveryIT.assertHistoriesTell(deployment, redis);
    }
  }

  /**
   * Sends locks, repeats, waits, releases, changes of limits, and records that nobody should send.
   */
  private static void send(KafkaLog log, Deployment deployment, int from) {
    for (int i = from; i < from + ROUNDS; i++) {
      String account = "acc" + i % 5;
      String path = "/shared/" + i % 9;
      String lock = log.acquire(account);
      log.acquire(account, "x" + i, path, 60_000);
      log.acquire(account, "w" + i, "UPLOAD", path, 60_000, 3_000);
      log.release(account, lock);
      if (i % 17 == 0) {
        log.send(deployment.commands(), "acc".getBytes(UTF_8), "garbage".getBytes(UTF_8));
        log.appendTo(0, "{\"type\":\"settings\",\"locksPerSubAccount\":" + (500 + i) + "}");
        log.appendTo(0, "{\"type\":\"settings\",\"partitions\":7}");
      }
      if (i % 10 == 0) {
        log.flush();
        LockSupport.parkNanos(Duration.ofMillis(120).toNanos());
      }
    }
    log.flush();
  }

  /** Random accidents of Redis. */
  private static final class Accidents {
    private final RedisKeys redis;
    private final Random random;
    private final Deque<List<Object>> dumps = new ArrayDeque<>();
    private int losses;
    private boolean over;

    Accidents(RedisKeys redis, Random random) {
      this.redis = redis;
      this.random = random;
    }

    synchronized int losses() {
      return losses;
    }

    synchronized void end() {
      over = true;
    }

    synchronized void pass(String name, boolean after) {
      if (over || !CALLS.contains(name)) {
        return;
      }
      switch (random.nextInt(EACH_FEW_CALLS)) {
        case 0 -> dumps.addLast(redis.dump(0));
        case 1 -> lose(() -> redis.flush(0));
        case 2 -> lose(() -> redis.flush(0, KEYS.get(random.nextInt(KEYS.size()))));
        case 3 -> {
          if (!dumps.isEmpty()) {
            lose(() -> redis.restore(0, dumps.removeFirst()));
          }
        }
        default -> {}
      }
    }

    private void lose(Runnable loss) {
      losses++;
      loss.run();
    }
  }
}
