package io.lockarbiter.trial.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand leases of one client, beside Kafka, Redis and an arbiter in the same process. It
 * prints the processor time of all the client's threads, those of its Kafka clients included.
 */
@Tag("nightly")
class ClientBenchIT {
  private static final int LEASES = 10_000;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int ACCOUNTS = 100;
  private static final int ROUND = 500;
  private static final int MOST_THREADS = 8;
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final String NAME = "bench";
  private static final String KAFKA_CLIENT = "bench-client";

  @Test
  void tenThousandLeases_areRenewedByAHandfulOfThreadsAndNoneIsLost() throws InterruptedException {
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(DEADLINE);
      LockClientOptions options =
          LockClientOptions.of(infrastructure.bootstrapServers())
              .withName(NAME)
              .withKafkaSetting("client.id", KAFKA_CLIENT);
      try (LockClient client = KafkaLockClient.open(options)) {
        List<Lease> held = acquire(client);
        await().atMost(DEADLINE).until(() -> client.statistics().renewals() >= LEASES);
        // The threads of callbacks end one after the other when there is no more to tell.
        await()
            .atMost(DEADLINE)
            .until(() -> ThreadTimes.of("lock-client-" + NAME + "-callbacks").count() == 0);

        assertThat(threadsThatRenew(client)).isBetween(1, MOST_THREADS);
        assertThat(held).allMatch(Lease::isValid);
        assertThat(client.statistics().lost()).isZero();
      }
    }
  }

  /** Measures for longer than a lease, as no lock outlives its lease that is not renewed. */
  private static int threadsThatRenew(LockClient client) {
    long renewals = client.statistics().renewals();
    long began = System.nanoTime();
    ThreadTimes threads = ThreadTimes.of("lock-client-" + NAME, KAFKA_CLIENT);
    Duration measured = LEASE.plusSeconds(1);
    await()
        .during(measured)
        .atMost(measured.plusSeconds(5))
        .until(() -> client.statistics().lost() == 0);
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        "%,d leases of %d s: %,.0f renewals/s, %.1f %% of one core, %d threads%n",
        LEASES,
        LEASE.toSeconds(),
        (client.statistics().renewals() - renewals) / seconds,
        100 * threads.usedNanos() / 1e9 / seconds,
        threads.count());
    return threads.count();
  }

  /** In rounds, so that no answer is so late that the client asks again. */
  private static List<Lease> acquire(LockClient client) {
    List<Lease> held = new ArrayList<>();
    while (held.size() < LEASES) {
      List<CompletableFuture<Lease>> asked = new ArrayList<>();
      for (int i = held.size(); i < held.size() + ROUND; i++) {
        LockRequest request =
            LockRequest.upload("account-" + i % ACCOUNTS, "u1", "/a/b/c/" + i).leaseOf(LEASE);
        asked.add(client.acquireAsync(request));
      }
      asked.forEach(answer -> held.add(answer.join()));
    }
    return held;
  }
}
