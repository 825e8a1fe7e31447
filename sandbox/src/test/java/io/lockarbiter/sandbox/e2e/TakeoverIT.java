package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instances come and go; the topics show nothing of it. */
class TakeoverIT {
  private static EmbeddedInfrastructure infrastructure;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  @Test
  void secondInstance_takesItsShareAndGivesItBack() {
    Deployment deployment = new Deployment(infrastructure, "share", 6);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode first = startRunning(deployment, 6);
        Load load = Load.on(log)) {
      try (ArbiterNode second = ArbiterNode.start(infrastructure, deployment.settings())) {
        awaitShared(first, second);
      }
      awaitRunning(first, 6);
      Answers.awaitEachOnce(log, deployment, load.end());
      CleanHistory.check(deployment);
    }
  }

  @ParameterizedTest
  @CsvSource({"SIGKILL, 137", "SIGTERM, 143"})
  void oneOfTwoProcessesEndsUnderLoad_otherGoesOn(String signal, int status) {
    Deployment deployment = new Deployment(infrastructure, "process-" + status, 6);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode survivor = startRunning(deployment, 6);
        ArbiterProcess victim = ArbiterProcess.start(infrastructure, deployment.settings())) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> assigned(survivor) < 6 && running(survivor) == assigned(survivor));
      try (Load load = Load.on(log)) {
        await().until(() -> load.commands() > 500);
        if (signal.equals("SIGKILL")) {
          victim.kill();
        } else {
          victim.terminate();
        }
        assertThat(victim.awaitExit()).isEqualTo(status);
        int atTheEnd = load.commands();
        await().until(() -> load.commands() > atTheEnd + 500);
        awaitRunning(survivor, 6);
        Answers.awaitEachOnce(log, deployment, load.end());
        CleanHistory.check(deployment);
      }
    }
  }

  /** Frozen for longer than the group waits, then awake again with what it had in hand. */
  @ParameterizedTest
  @CsvSource({
    "decide, true", // applied, not published
    "commitTransaction, false", // sent, not committed
    "commitTransaction, true" // committed, not known to be
  })
  void frozenInstanceWakesUpAfterAnotherTookOver_nothingComesTwice(String call, boolean after) {
    Deployment deployment = new Deployment(infrastructure, "zombie-" + call + after, 3);
    Map<String, String> settings =
        deployment.settings("spring.kafka.consumer.properties.max.poll.interval.ms", "5000");
    Freeze freeze = new Freeze(call, after);
    Faults faults = new Faults();
    faults.add(freeze);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode zombie = ArbiterNode.start(infrastructure, settings, faults)) {
      awaitRunning(zombie, 3);
      await()
          .until(() -> zombie.get("/api/partitions").split("\"appliedOffset\":0", -1).length == 4);
      freeze.arm();
      int commands = 100;
      for (int i = 0; i < commands; i++) {
        log.acquire("acc" + i % 7);
      }
      freeze.awaitFrozen();
      try (ArbiterNode other = ArbiterNode.start(infrastructure, deployment.settings())) {
        Answers.awaitEachOnce(log, deployment, commands);
        CleanHistory.check(deployment);
        freeze.thaw();
        for (int i = 0; i < 100; i++) {
          log.acquire("acc" + i % 7);
        }
        Answers.awaitEachOnce(log, deployment, commands + 100);
        CleanHistory.check(deployment);
        await().atMost(Duration.ofSeconds(60)).until(() -> running(other) + running(zombie) == 3);
      }
      log.acquire("acc1");
      Answers.awaitEachOnce(log, deployment, commands + 101);
      CleanHistory.check(deployment);
    }
  }

  private static ArbiterNode startRunning(Deployment deployment, int partitions) {
    ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings());
    awaitRunning(arbiter, partitions);
    return arbiter;
  }

  private static void awaitShared(ArbiterNode first, ArbiterNode second) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                running(second) > 0 && running(first) > 0 && running(first) + running(second) == 6);
  }

  private static void awaitRunning(ArbiterNode arbiter, int partitions) {
    await().atMost(Duration.ofSeconds(60)).until(() -> running(arbiter) == partitions);
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

  /** Once armed, stops every thread that makes a call. */
  private static final class Freeze implements Faults.Fault {
    private final String call;
    private final boolean after;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch thawed = new CountDownLatch(1);

    Freeze(String call, boolean after) {
      this.call = call;
      this.after = after;
    }

    void arm() {
      armed.set(true);
    }

    @Override
    public void before(String name) {
      pass(name, false);
    }

    @Override
    public void after(String name) {
      pass(name, true);
    }

    private void pass(String name, boolean isAfter) {
      if (armed.get() && name.equals(call) && isAfter == after) {
        frozen.countDown();
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
