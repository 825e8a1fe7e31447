package io.lockarbiter.sandbox.e2e;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.testing.LockClientKit;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The client's behaviour on Kafka, Redis and an arbiter. */
class ClientKitIT extends LockClientKit {
  private static final AtomicInteger ACCOUNTS = new AtomicInteger();

  private static EmbeddedInfrastructure infrastructure;
  private static Deployment deployment;
  private static ArbiterNode arbiter;

  @BeforeAll
  static void start() {
    infrastructure = EmbeddedInfrastructure.start();
    deployment = new Deployment(infrastructure, "kit", 3);
    arbiter = ArbiterNode.start(infrastructure, deployment.settings());
  }

  @AfterAll
  static void stop() {
    arbiter.close();
    infrastructure.close();
  }

  @Override
  protected String account() {
    return "account-" + ACCOUNTS.incrementAndGet();
  }

  @Override
  protected LockClient open(UnaryOperator<LockClientOptions> change) {
    return KafkaLockClient.open(change.apply(ClientOptions.of(deployment)));
  }

  @Override
  protected void await(String what, BooleanSupplier condition) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(condition::getAsBoolean);
  }
}
