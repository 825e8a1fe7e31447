package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The liveness answer to an orchestrator: it restarts an instance that cannot recover by itself,
 * and no other.
 */
@EveryFifthDay
@Cluster
class LivenessIT {
  @ParameterizedTest
  @ValueSource(strings = {"poll", "commitTransaction"})
  void threadThatDies_takesLivenessDown(String call, Deployment deployment) {
    AtomicBoolean full = new AtomicBoolean();
    ArbiterNode arbiter =
        deployment
            .arbiter(
                deployment.settings(),
                new Faults()
                    .with(
                        (name, after) -> {
                          if (name.equals(call) && full.compareAndSet(true, false)) {
                            throw new OutOfMemoryError("a record of 400 MB");
                          }
                        }))
            .awaitHealthy();
    OneEach.decide(deployment);
    assertThat(arbiter.get("/actuator/health/liveness")).startsWith("200 ");

    full.set(true);
    deployment.log().acquire(deployment.accountIn(0));

    await().until(() -> arbiter.get("/actuator/health/liveness").startsWith("503 "));
  }

  @Test
  void partitionThatHalts_doesNot(Deployment deployment) {
    OneEach.decideAndStop(deployment);
    OneEach.strangersEvent(deployment, 1);
    ArbiterNode arbiter = deployment.arbiter();
    arbiter.awaitHalt("MISMATCH", "has seq=77");

    assertThat(arbiter.get("/actuator/health/liveness")).startsWith("200 ");
  }
}
