package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever a batch is cut off, each command has exactly one answer and no event comes twice. */
@Cluster
class CrashPointsIT {
  private static final int COMMANDS = 600;

  /** A cut connection is noticed by the time-out of 2 s. */
  private static final int MOST_CUTS = 12;

  /** The step of a batch after which it is cut off. */
  enum CrashPoint {
    BEFORE_SCRIPT("decide", false),
    AFTER_SCRIPT("decide", true),
    AFTER_FIRST_SEND("send", true),
    AFTER_SENDS("sendOffsetsToTransaction", false),
    BEFORE_COMMIT("commitTransaction", false),
    AFTER_COMMIT("commitTransaction", true);

    private final String call;
    private final boolean after;

    CrashPoint(String call, boolean after) {
      this.call = call;
      this.after = after;
    }

    boolean isPassed(String name, boolean isAfter) {
      return name.equals(call) && isAfter == after;
    }

    void crash() {
      throw call.equals("decide")
          ? new StoreUnavailableException("crash " + this, new IllegalStateException())
          : new KafkaException("crash " + this);
    }
  }

  @ParameterizedTest
  @MethodSource
  void crashAtEveryThirdPassage_answersEachCommandOnce(CrashPoint point, Deployment deployment) {
    crashAtEveryThirdPassage(point, deployment);
  }

  static Stream<CrashPoint> crashAtEveryThirdPassage_answersEachCommandOnce() {
    return Seeds.some(3, List.of(CrashPoint.values()));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  void crashAtEachPoint_answersEachCommandOnce(CrashPoint point, Deployment deployment) {
    crashAtEveryThirdPassage(point, deployment);
  }

  private static void crashAtEveryThirdPassage(CrashPoint point, Deployment deployment) {
    AtomicInteger passages = new AtomicInteger();
    AtomicInteger crashes = new AtomicInteger();

    run(
        deployment,
        (name, after) -> {
          if (point.isPassed(name, after)
              && crashes.get() < 6
              && passages.incrementAndGet() % 3 == 0) {
            crashes.incrementAndGet();
            point.crash();
          }
        });

    assertThat(crashes).as("crashes that happened").hasValueGreaterThan(2);
  }

  @Test
  @Tag("nightly")
  void crashesAnywhere_answerEachCommandOnce(Deployment deployment) {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    AtomicInteger crashes = new AtomicInteger();
    CrashPoint[] points = CrashPoint.values();

    run(
        deployment,
        (name, after) -> {
          CrashPoint point;
          synchronized (random) {
            point = points[random.nextInt(points.length)];
            if (crashes.get() >= 20 || random.nextInt(4) > 0) {
              return;
            }
          }
          if (point.isPassed(name, after)) {
            crashes.incrementAndGet();
            point.crash();
          }
        });

    assertThat(crashes).as("crashes that happened, seed=" + seed).hasValueGreaterThan(3);
  }

  /**
   * Batches are small, and a cut follows only after a decision since the last one, however long
   * that takes.
   */
  @Test
  void callsCutShortAndConnectionsCut_decideEveryRecordOnce(Deployment deployment)
      throws Exception {
    int locks = 1_500;
    ArbiterNode arbiter =
        deployment
            .withPartitions(1)
            .arbiter(
                deployment.settings("lockarbiter.kafka.max-poll-records", "50"),
                new Faults().limitCallsTo(new CallBounds(1, 7, 4_000, 10, 8_000)));
    KafkaLog log = deployment.log();
    int cuts = 0;
    try (Socket redis = new Socket("127.0.0.1", deployment.infrastructure().redis().port())) {
      for (int i = 0; i < locks; i++) {
        log.acquire("acme", "l" + i, "/l" + i, 2_000);
      }
      for (int events = 0; events < 2 * locks; events = awaitMore(log, events)) {
        if (cuts < MOST_CUTS) {
          redis.getOutputStream().write("CLIENT KILL TYPE normal\r\n".getBytes(US_ASCII));
          cuts++;
        }
      }
    }
    assertThat(cuts).as("cuts").isGreaterThan(4);
    Answers.checkEachOnce(deployment);
    assertThat(log.events()).hasSize(2 * locks);
    assertThat(log.events())
        .filteredOn(event -> event instanceof Released)
        .extracting(event -> event.head().commandId())
        .hasSize(locks)
        .doesNotHaveDuplicates();
    arbiter.awaitHealthy();
  }

  /** Waits until there are more events than these; returns their number. */
  private static int awaitMore(KafkaLog log, int events) {
    return await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> log.events().size(), size -> size > events);
  }

  private static void run(Deployment deployment, Faults.Fault fault) {
    deployment.arbiter(
        deployment.settings("lockarbiter.kafka.max-poll-records", "50"), new Faults().with(fault));
    KafkaLog log = deployment.log();
    for (int i = 0; i < COMMANDS / 2; i++) {
      String account = "acc" + i % 7;
      String lock = log.acquire(account);
      log.release(account, lock);
      if (i % 20 == 0) {
        log.flush();
      }
    }
    Answers.awaitEachOnce(deployment, COMMANDS);
    CleanHistory.check(deployment);
  }
}
