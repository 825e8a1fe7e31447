package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.e2e.process.JavaProcess;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Instances join and leave without a trace in the topics. */
@Cluster
class TakeoverIT {
  enum FreezePoint {
    /** Applied, not published. */
    AFTER_SCRIPT("decide", true),
    /** Sent, not committed. */
    BEFORE_COMMIT("commitTransaction", false),
    /** Committed, but the answer is lost. */
    AFTER_COMMIT("commitTransaction", true);

    private final String call;
    private final boolean after;

    FreezePoint(String call, boolean after) {
      this.call = call;
      this.after = after;
    }
  }

  @Test
  void secondInstance_takesItsShareAndGivesItBack(Deployment deployment) {
    ArbiterNode first = startRunning(deployment.withPartitions(6));
    Load load = deployment.load();
    try (ArbiterNode second = deployment.arbiter()) {
      awaitShared(first, second);
    }
    awaitRunning(first, 6);
    Answers.awaitEachOnce(deployment, load.end());
    CleanHistory.check(deployment);
  }

  @Test
  void oneOfTwoProcessesIsKilledUnderLoad_otherGoesOn(Deployment deployment) {
    assertOtherGoesOn(JavaProcess::kill, 137, deployment);
  }

  @Test
  @Tag("nightly")
  void oneOfTwoProcessesStopsUnderLoad_otherGoesOn(Deployment deployment) {
    assertOtherGoesOn(JavaProcess::terminate, 143, deployment);
  }

  private static void assertOtherGoesOn(
      Consumer<JavaProcess> end, int status, Deployment deployment) {
    ArbiterNode survivor = startRunning(deployment.withPartitions(6));
    JavaProcess victim = deployment.process(deployment.settings());
    await().until(() -> assigned(survivor) < 6 && running(survivor) == assigned(survivor));
    Load load = deployment.load();
    await().until(() -> load.commands() > 500);
    end.accept(victim);
    assertThat(victim.awaitExit()).isEqualTo(status);
    int atTheEnd = load.commands();
    await().until(() -> load.commands() > atTheEnd + 500);
    awaitRunning(survivor, 6);
    Answers.awaitEachOnce(deployment, load.end());
    CleanHistory.check(deployment);
  }

  /** An instance that joins or leaves moves partitions; those that stay are not interrupted. */
  @Test
  void partitionsThatStay_areNotStartedAnew(Deployment deployment) {
    // Each instance has one listener: with several, one that joins later could take partitions of
    // the others.
    ArbiterNode first = deployment.withPartitions(6).arbiter("lockarbiter.concurrency", "1");
    awaitRunning(first, 6);
    Load load = deployment.load();
    int kept;
    try (ArbiterNode second = deployment.arbiter("lockarbiter.concurrency", "1")) {
      awaitShared(first, second);
      kept = running(first);
    }
    awaitRunning(first, 6);
    Answers.awaitEachOnce(deployment, load.end());

    assertThat(starts(first)).as("6 at first, then those that came back").isEqualTo(12 - kept);
  }

  /** The start of one partition hangs; others of the same thread do not wait for it. */
  @Test
  void partitionWhoseStartHangs_holdsUpNobody(Deployment deployment) {
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean first = new AtomicBoolean(true);
    ArbiterNode arbiter =
        deployment
            .withPartitions(6)
            .arbiter(
                deployment.settings("lockarbiter.concurrency", "1"),
                new Faults()
                    .with(
                        (name, after) -> {
                          if (name.equals("initTransactions")
                              && !after
                              && first.compareAndSet(true, false)) {
                            Freeze.await(goOn);
                          }
                        }));
    awaitRunning(arbiter, 5);
    goOn.countDown();
    awaitRunning(arbiter, 6);
  }

  /** The instance is frozen for longer than the group waits, then resumes with its batch. */
  @ParameterizedTest
  @MethodSource
  void frozenInstanceWakesUpAfterAnotherTookOver_nothingComesTwice(
      FreezePoint point, Deployment deployment) {
    freeze(point, deployment);
  }

  static Stream<FreezePoint> frozenInstanceWakesUpAfterAnotherTookOver_nothingComesTwice() {
    return Seeds.some(1, List.of(FreezePoint.values()));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("nightly")
  void instanceFrozenAtEachPointWakesUp_nothingComesTwice(
      FreezePoint point, Deployment deployment) {
    freeze(point, deployment);
  }

  private static void freeze(FreezePoint point, Deployment deployment) {
    Freeze freeze = new Freeze(point);
    ArbiterNode zombie =
        deployment.arbiter(
            deployment.settings("spring.kafka.consumer.properties.max.poll.interval.ms", "5000"),
            new Faults().with(freeze));
    awaitRunning(zombie, 3);
    await().until(() -> zombie.get("/api/partitions").split("\"appliedOffset\":0", -1).length == 4);
    freeze.arm();
    int commands = 100;
    acquire(deployment, commands);
    freeze.awaitFrozen();
    try (ArbiterNode other = deployment.arbiter()) {
      Answers.awaitEachOnce(deployment, commands);
      CleanHistory.check(deployment);
      freeze.thaw();
      acquire(deployment, commands);
      Answers.awaitEachOnce(deployment, 2 * commands);
      CleanHistory.check(deployment);
      await().until(() -> running(other) + running(zombie) == 3);
    }
    acquire(deployment, 1);
    Answers.awaitEachOnce(deployment, 2 * commands + 1);
    CleanHistory.check(deployment);
  }

  private static void acquire(Deployment deployment, int locks) {
    for (int i = 0; i < locks; i++) {
      deployment.log().acquire("acc" + i % 7);
    }
  }

  private static ArbiterNode startRunning(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    awaitRunning(arbiter, deployment.partitions());
    return arbiter;
  }

  private static void awaitShared(ArbiterNode first, ArbiterNode second) {
    await()
        .until(
            () ->
                running(second) > 0 && running(first) > 0 && running(first) + running(second) == 6);
  }

  private static void awaitRunning(ArbiterNode arbiter, int partitions) {
    await().until(() -> running(arbiter) == partitions);
  }

  /** Returns how often a partition was started. */
  private static long starts(ArbiterNode arbiter) {
    return arbiter
        .get("/actuator/prometheus")
        .lines()
        .filter(line -> line.startsWith("lockarbiter_start_seconds_count"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }

  private static int running(ArbiterNode arbiter) {
    return count(arbiter, "\"state\":\"RUNNING\"");
  }

  private static int assigned(ArbiterNode arbiter) {
    return count(arbiter, "\"assigned\":true");
  }

  private static int count(ArbiterNode arbiter, String what) {
    return arbiter.get("/api/partitions").split(what, -1).length - 1;
  }

  /** Once armed, stops every thread that makes a call, and then also the polling threads. */
  private static final class Freeze implements Faults.Fault {
    private final FreezePoint point;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch thawed = new CountDownLatch(1);

    Freeze(FreezePoint point) {
      this.point = point;
    }

    void arm() {
      armed.set(true);
    }

    @Override
    public void pass(String name, boolean isAfter) {
      boolean reached = armed.get() && name.equals(point.call) && isAfter == point.after;
      if (reached) {
        frozen.countDown();
      }
      if (reached || (frozen.getCount() == 0 && name.equals("poll"))) {
        await(thawed);
      }
    }

    void awaitFrozen() {
      await(frozen);
    }

    void thaw() {
      thawed.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
