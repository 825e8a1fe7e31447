package io.lockarbiter.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.testing.LockClientKit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;

/** The client's behaviour tests on Kafka, Redis and an arbiter. */
@Cluster
class ClientKitIT extends LockClientKit {
  private static final AtomicInteger ACCOUNTS = new AtomicInteger();

  private static Deployment deployment;

  @BeforeAll
  static void start(Deployment started) {
    deployment = started;
    started.arbiter();
  }

  @Override
  protected String account() {
    return "account-" + ACCOUNTS.incrementAndGet();
  }

  /**
   * Patient: an acquire waits three times as long as a command may be unanswered. Requests made
   * before the client is connected wait for the connection.
   */
  @Override
  protected LockClient open(UnaryOperator<LockClientOptions> change) {
    Duration patience = Duration.ofSeconds(15);
    return KafkaLockClient.openInBackground(
        change.apply(deployment.clientOptions().withResendAfter(patience)));
  }

  @Override
  protected void await(String what, BooleanSupplier condition) {
    Awaitility.await(what).pollInterval(Duration.ofMillis(5)).until(condition::getAsBoolean);
  }
}
