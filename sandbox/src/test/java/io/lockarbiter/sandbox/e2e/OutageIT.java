package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import io.lockarbiter.sandbox.embedded.KafkaOptions;
import io.lockarbiter.sandbox.embedded.RedisOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis or Kafka is away for a while: nothing halts, nothing is lost. */
class OutageIT {
  private static EmbeddedInfrastructure infrastructure;

  @BeforeAll
  static void start() {
    infrastructure =
        EmbeddedInfrastructure.start(
            KafkaOptions.DEFAULT,
            RedisOptions.DEFAULT.withAppendOnly().withArguments("--appendfsync", "always"));
  }

  @AfterAll
  static void stop() {
    infrastructure.close();
  }

  @Test
  void redisAwayUnderLoad_partitionsRetryAndNothingIsLost() {
    Deployment deployment = new Deployment(infrastructure, "redis-away", 3);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode arbiter =
            ArbiterNode.start(
                infrastructure, deployment.settings("lockarbiter.redis.timeout", "500ms"));
        Load load = Load.on(log)) {
      await().until(() -> load.commands() > 300);
      infrastructure.redis().stop();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(arbiter.get("/actuator/health"))
                      .startsWith("503 ")
                      .contains("OUT_OF_SERVICE", "RETRYING", "StoreUnavailableException")
                      .doesNotContain("HALTED"));
      assertThat(arbiter.get("/api/accounts/acc1/locks")).startsWith("503 ");
      int before = load.commands();
      await().until(() -> load.commands() > before + 500);
      infrastructure.redis().restart();
      Answers.awaitEachOnce(log, deployment, load.end());
      assertThat(arbiter.get("/actuator/health")).startsWith("200 ");
    }
  }

  @Test
  void kafkaAwayUnderLoad_partitionsGoOnAfterwards() {
    Deployment deployment = new Deployment(infrastructure, "kafka-away", 3);
    try (KafkaLog log = new KafkaLog(deployment);
        ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings());
        Load load = Load.on(log)) {
      await().until(() -> load.commands() > 300);
      infrastructure.kafka().restart();
      int before = load.commands();
      await().atMost(Duration.ofSeconds(60)).until(() -> load.commands() > before + 500);
      Answers.awaitEachOnce(log, deployment, load.end());
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> arbiter.get("/actuator/health").startsWith("200 "));
    }
  }
}
