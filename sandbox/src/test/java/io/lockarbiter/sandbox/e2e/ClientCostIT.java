package io.lockarbiter.sandbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What it costs a process to hold 10,000 leases. */
@Cluster
class ClientCostIT {
  private static final int LEASES = 10_000;
  private static final double MOST_OF_ONE_CORE = 0.10;
  private static final int MOST_THREADS = 8;
  private static final long RENEWALS_LOOKED_AT = 3 * LEASES;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Test
  void tenThousandLeases_areRenewedForATenthOfACore(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    try (LockClient client =
        KafkaLockClient.open(
            deployment
                .clientOptions()
                .withName("cost")
                .withMaxInFlight(LEASES)
                .withKafkaSetting("client.id", "cost-client"))) {
      List<LostReason> losses = new CopyOnWriteArrayList<>();
      List<Lease> leases = leases(client, losses);
      awaitRenewals(client, 2 * LEASES);

      long renewals = client.statistics().renewals();
      long began = System.nanoTime();
      Map<Long, Long> cpu = cpuOfTheClient();
      awaitRenewals(client, renewals + RENEWALS_LOOKED_AT);
      long used = used(cpu);
      double seconds = (System.nanoTime() - began) / 1e9;
      double share = used / 1e9 / seconds;

      System.out.printf(
          "10,000 leases: %.0f renewals/s, %.1f %% of one core, %d threads%n",
          (client.statistics().renewals() - renewals) / seconds, 100 * share, cpu.size());
      assertThat(losses).isEmpty();
      assertThat(leases).allMatch(Lease::isValid);
      assertThat(cpu).hasSizeLessThanOrEqualTo(MOST_THREADS);
      assertThat(share).isLessThan(MOST_OF_ONE_CORE);
    }
  }

  private static List<Lease> leases(LockClient client, List<LostReason> losses) {
    List<CompletableFuture<Lease>> asked = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      String account = "acc" + i % 100;
      asked.add(client.acquire(LockRequest.upload(account, "u1", "/a/b/c/" + i)));
    }
    List<Lease> leases = new ArrayList<>();
    for (CompletableFuture<Lease> future : asked) {
      Lease lease = future.join();
      lease.onLost(losses::add);
      leases.add(lease);
    }
    return leases;
  }

  private static void awaitRenewals(LockClient client, long renewals) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> client.statistics().renewals() >= renewals);
  }

  /** CPU time so far, ns, of every thread of the client, those of its Kafka clients among them. */
  private static Map<Long, Long> cpuOfTheClient() {
    return Arrays.stream(THREADS.dumpAllThreads(false, false))
        .filter(
            thread ->
                thread.getThreadName().contains("lock-client-cost")
                    || thread.getThreadName().contains("cost-client"))
        .collect(
            Collectors.toMap(
                ThreadInfo::getThreadId, thread -> THREADS.getThreadCpuTime(thread.getThreadId())));
  }

  private static long used(Map<Long, Long> before) {
    return before.entrySet().stream()
        .mapToLong(thread -> THREADS.getThreadCpuTime(thread.getKey()) - thread.getValue())
        .sum();
  }
}
