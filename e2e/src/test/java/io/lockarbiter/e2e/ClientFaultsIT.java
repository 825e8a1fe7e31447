package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Patience;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A client whose broker or arbiter is away for a while. */
@EveryFifthDay
@Cluster(alone = true)
class ClientFaultsIT {
  @Test
  void brokerRestart_leasesLiveOnAndRequestsAreAnswered(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      Lease lease = granted(client.acquireAsync(LockRequest.upload("acme", "u1", "/a")));
      List<LostReason> losses = losses(lease);

      deployment.infrastructure().kafka().stop();
      CompletableFuture<Lease> asked = client.acquireAsync(LockRequest.upload("acme", "u2", "/b"));
      deployment.infrastructure().kafka().restart();

      assertThat(granted(asked).isValid()).isTrue();
      assertThat(lease.confirm()).succeedsWithin(Patience.LIMIT).isEqualTo(true);
      assertThat(losses).isEmpty();
    }
  }

  @Test
  void arbiterDownForAWhile_renewalsInTheLogCount(Deployment deployment) {
    ArbiterNode first = deployment.arbiter();
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      Lease lease = granted(client.acquireAsync(LockRequest.upload("acme", "u1", "/a")));
      List<LostReason> losses = losses(lease);
      long before = client.statistics().renewals();
      first.close();
      CompletableFuture<Lease> asked = client.acquireAsync(LockRequest.upload("acme", "u2", "/b"));
      await().until(() -> client.statistics().renewals() >= before + 2);
      deployment.arbiter().awaitHealthy();
      assertThat(granted(asked).isValid()).isTrue();
      assertThat(lease.confirm()).succeedsWithin(Patience.LIMIT).isEqualTo(true);
      assertThat(losses).isEmpty();
    }
  }

  @Test
  void clientBeforeItsTopics_saysWhatIsMissing(Deployment deployment) {
    assertThatThrownBy(() -> KafkaLockClient.open(deployment.clientOptions()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("topic=" + deployment.events() + " does not exist")
        .hasMessageContaining("start an arbiter first");
  }

  private static Lease granted(CompletableFuture<Lease> asked) {
    await().until(asked::isDone);
    return asked.join();
  }

  private static List<LostReason> losses(Lease lease) {
    List<LostReason> losses = new CopyOnWriteArrayList<>();
    lease.onLost(losses::add);
    return losses;
  }
}
