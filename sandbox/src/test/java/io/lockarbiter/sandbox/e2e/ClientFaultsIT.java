package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A client whose broker or arbiter goes away for a while. */
class ClientFaultsIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);

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
  void brokerRestart_leasesLiveOnAndRequestsAreAnswered() {
    Deployment deployment = new Deployment(infrastructure, "client-restart", 3);
    try (ArbiterNode arbiter = ArbiterNode.start(infrastructure, deployment.settings());
        LockClient client = KafkaLockClient.open(ClientOptions.of(deployment))) {
      arbiter.awaitHealthy();
      Lease lease = granted(client.acquire(LockRequest.upload("acme", "u1", "/a")));
      List<LostReason> losses = losses(lease);

      infrastructure.kafka().stop();
      CompletableFuture<Lease> asked = client.acquire(LockRequest.upload("acme", "u2", "/b"));
      infrastructure.kafka().restart();

      assertThat(granted(asked).isValid()).isTrue();
      assertThat(lease.confirm()).succeedsWithin(LIMIT).isEqualTo(true);
      assertThat(losses).isEmpty();
    }
  }

  @Test
  void arbiterDownForAWhile_renewalsInTheLogCount() {
    Deployment deployment = new Deployment(infrastructure, "client-outage", 3);
    ArbiterNode first = ArbiterNode.start(infrastructure, deployment.settings());
    try (LockClient client = KafkaLockClient.open(ClientOptions.of(deployment))) {
      Lease lease = granted(client.acquire(LockRequest.upload("acme", "u1", "/a")));
      List<LostReason> losses = losses(lease);
      long before = client.statistics().renewals();
      first.close();
      CompletableFuture<Lease> asked = client.acquire(LockRequest.upload("acme", "u2", "/b"));
      await().atMost(LIMIT).until(() -> client.statistics().renewals() >= before + 2);
      try (ArbiterNode second = ArbiterNode.start(infrastructure, deployment.settings())) {
        second.awaitHealthy();
        assertThat(granted(asked).isValid()).isTrue();
        assertThat(lease.confirm()).succeedsWithin(LIMIT).isEqualTo(true);
        assertThat(losses).isEmpty();
      }
    }
  }

  @Test
  void clientBeforeItsTopics_saysWhatIsMissing() {
    Deployment deployment = new Deployment(infrastructure, "client-alone", 3);

    assertThatThrownBy(() -> KafkaLockClient.open(ClientOptions.of(deployment)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("topic=client-alone.lock.events does not exist")
        .hasMessageContaining("start an arbiter first");
  }

  private static Lease granted(CompletableFuture<Lease> asked) {
    await().atMost(LIMIT).until(asked::isDone);
    return asked.join();
  }

  private static List<LostReason> losses(Lease lease) {
    List<LostReason> losses = new CopyOnWriteArrayList<>();
    lease.onLost(losses::add);
    return losses;
  }
}
