package io.lockarbiter.sandbox.e2e;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.lua.store.StoreUnavailableException;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is cut off where, each command has exactly one answer and no event comes twice. */
class CrashPointsIT {
  private static final int COMMANDS = 600;

  private static EmbeddedInfrastructure infrastructure;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  /** Where a batch is cut off. */
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

    void happen(String name, boolean isAfter) {
      if (name.equals(call) && isAfter == after) {
        throw call.equals("decide")
            ? new StoreUnavailableException("crash " + this, new IllegalStateException())
            : new KafkaException("crash " + this);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void crashAtEveryThirdPassage_answersEachCommandOnce(CrashPoint point) {
    AtomicInteger passages = new AtomicInteger();
    Faults faults = new Faults();
    AtomicInteger crashes = new AtomicInteger();
    faults.add(
        new Faults.Fault() {
          @Override
          public void before(String name) {
            pass(name, false);
          }

          @Override
          public void after(String name) {
            pass(name, true);
          }

          private void pass(String name, boolean after) {
            if (name.equals(point.call)
                && after == point.after
                && crashes.get() < 6
                && passages.incrementAndGet() % 3 == 0) {
              crashes.incrementAndGet();
              point.happen(name, after);
            }
          }
        });

    run("crash-" + point.name().toLowerCase(Locale.ROOT).replace('_', '-'), faults);

    assertThat(crashes).as("crashes that happened").hasValueGreaterThan(2);
  }

  @Test
  void crashesAnywhere_answerEachCommandOnce() {
    long seed = new Random().nextLong();
    System.out.println("seed=" + seed);
    Random random = new Random(seed);
    AtomicInteger crashes = new AtomicInteger();
    Faults faults = new Faults();
    faults.add(
        new Faults.Fault() {
          @Override
          public void before(String name) {
            pass(name, false);
          }

          @Override
          public void after(String name) {
            pass(name, true);
          }

          private void pass(String name, boolean after) {
            CrashPoint[] points = CrashPoint.values();
            CrashPoint point;
            synchronized (random) {
              point = points[random.nextInt(points.length)];
              if (crashes.get() >= 20 || random.nextInt(4) > 0) {
                return;
              }
            }
            if (name.equals(point.call) && after == point.after) {
              crashes.incrementAndGet();
              point.happen(name, after);
            }
          }
        });

    run("crash-anywhere", faults);

    assertThat(crashes).as("crashes that happened, seed=" + seed).hasValueGreaterThan(3);
  }

  @Test
  void callsCutShortAndConnectionsCut_decideEveryRecordOnce() throws Exception {
    Deployment deployment = new Deployment(infrastructure, "cut", 1);
    Faults faults = new Faults();
    faults.limitCallsTo(1);
    int locks = 1_500;
    try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings(), faults);
        KafkaLog log = new KafkaLog(deployment);
        Socket redis = new Socket("127.0.0.1", infrastructure.redis().port())) {
      for (int i = 0; i < locks; i++) {
        log.acquire("acme", "l" + i, "/l" + i, 2_000);
      }
      await()
          .atMost(Duration.ofSeconds(90))
          .pollInterval(Duration.ofMillis(700))
          .until(
              () -> {
                redis.getOutputStream().write("CLIENT KILL TYPE normal\r\n".getBytes(US_ASCII));
                return log.events().stream().filter(event -> event instanceof Released).count()
                    == locks;
              });
      Answers.checkEachOnce(log, deployment);
      assertThat(log.events()).hasSize(2 * locks);
      assertThat(log.events())
          .filteredOn(event -> event instanceof Released)
          .extracting(event -> event.head().commandId())
          .doesNotHaveDuplicates();
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
    }
  }

  private static void run(String name, Faults faults) {
    Deployment deployment = new Deployment(infrastructure, name, 3);
    try (ArbiterNode arbiter =
            ArbiterNode.start(
                infrastructure,
                deployment.settings("lockarbiter.kafka.max-poll-records", "50"),
                faults);
        KafkaLog log = new KafkaLog(deployment)) {
      for (int i = 0; i < COMMANDS / 2; i++) {
        String account = "acc" + i % 7;
        String lock = log.acquire(account);
        log.release(account, lock);
        if (i % 20 == 0) {
          log.flush();
        }
      }
      Answers.awaitEachOnce(log, deployment, COMMANDS);
      CleanHistory.check(deployment);
    }
  }
}
