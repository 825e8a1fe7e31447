package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import org.junit.jupiter.api.Test;

/** Redis or Kafka is away for a while: nothing halts, nothing is lost. */
@EveryFifthDay
@Cluster(alone = true)
class OutageIT {
  @Test
  void redisAwayUnderLoad_partitionsRetryAndNothingIsLost(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    await().until(() -> load.commands() > 300);
    deployment.infrastructure().redis().stop();
    await()
        .untilAsserted(
            () ->
                assertThat(arbiter.get("/actuator/health"))
                    .startsWith("503 ")
                    .contains("OUT_OF_SERVICE", "RETRYING", "Connection refused")
                    .doesNotContain("HALTED"));
    assertThat(arbiter.get("/api/accounts/acc1/locks")).startsWith("503 ");
    int before = load.commands();
    await().until(() -> load.commands() > before + 500);
    deployment.infrastructure().redis().restart();
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();
  }

  @Test
  void kafkaAwayUnderLoad_partitionsGoOnAfterwards(Deployment deployment) {
    ArbiterNode arbiter = deployment.arbiter();
    Load load = deployment.load();
    await().until(() -> load.commands() > 300);
    deployment.infrastructure().kafka().restart();
    int before = load.commands();
    await().until(() -> load.commands() > before + 500);
    Answers.awaitEachOnce(deployment, load.end());
    arbiter.awaitHealthy();
  }
}
