package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints what an acquire costs over HTTP, and by the Java client, in turn in one run. */
@Cluster
@Tag("nightly")
class GatewayLatencyIT {
  private static final int WARM = 300;
  private static final int ROUNDS = 1_000;

  @Test
  void acquire_overHttpAndByTheJavaClient_isMeasuredInTurn(Deployment deployment) throws Exception {
    deployment.arbiter();
    try (EmbeddedGateway gateway =
            EmbeddedGateway.start(
                deployment.infrastructure(),
                0,
                Map.of(
                    "lockarbiter.topics.prefix",
                    deployment.prefix(),
                    "lockarbiter.gateway.requests-per-minute",
                    "1000000"));
        LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      GatewayCaller caller = GatewayCaller.of(gateway.address(), gateway.key(), "s").awaitReady();
      long[] http = new long[ROUNDS];
      long[] java = new long[ROUNDS];
      for (int n = -WARM; n < ROUNDS; n++) {
        long begin = System.nanoTime();
        assertThat(caller.upload("h" + n, "/h").status()).isEqualTo(201);
        long between = System.nanoTime();
        caller.release("h" + n);
        long again = System.nanoTime();
        try (Lease lease = client.acquire(LockRequest.upload("acme", "u1", "/j"))) {
          long end = System.nanoTime();
          assertThat(lease.lock().lockId()).isNotEmpty();
          if (n >= 0) {
            http[n] = between - begin;
            java[n] = end - again;
          }
        }
      }
      System.out.printf(
          "acquire over HTTP: p50 %.1f ms, p99 %.1f ms; by the Java client: p50 %.1f ms, p99 %.1f ms%n",
          ms(http, 0.5), ms(http, 0.99), ms(java, 0.5), ms(java, 0.99));
      assertThat(ms(http, 0.5)).isLessThan(ms(java, 0.5) + 100);
    }
  }

  private static double ms(long[] nanos, double quantile) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[(int) (quantile * (sorted.length - 1))] / 1e6;
  }
}
