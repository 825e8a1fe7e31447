package io.lockarbiter.client.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientHealth.Status;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client without a broker: names that lead to another server, and names that lead nowhere. */
@Timeout(600)
class KafkaLockClientTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");

  private static LockClientOptions options(String servers) {
    return LockClientOptions.of(servers).withAnswerTimeout(Duration.ofMillis(200));
  }

  @Test
  void clientWithoutABroker_isThereAndSaysWhyNothingIsSent() {
    try (LockClient client =
        KafkaLockClient.openInBackground(options("no-such-host.invalid:9092"))) {
      assertThat(client.health().status()).isEqualTo(Status.CONNECTING);

      assertThat(failure(client.acquireAsync(UPLOAD)))
          .isInstanceOf(ArbiterUnreachableException.class)
          .hasMessage(
              "the client was not connected within 200 ms, so nothing was sent; LockClient.health() says why");
      assertThat(failure(client.submit("thumbnails", UPLOAD).submitted()))
          .isInstanceOf(ArbiterUnreachableException.class);
      assertThat(client.statistics().inFlight()).isZero();
      await()
          .untilAsserted(
              () ->
                  assertThat(client.health().problems())
                      .singleElement()
                      .asString()
                      .startsWith("not connected yet, requests wait: ")
                      .contains("No resolvable bootstrap urls"));
    }
  }

  @Test
  void openWithoutABroker_saysWhereItLookedAndWhatToDo() {
    assertThatThrownBy(() -> KafkaLockClient.open(options("no-such-host.invalid:9092")))
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessage(
            "the lock client could not connect to bootstrap.servers=no-such-host.invalid:9092: No resolvable bootstrap urls given in bootstrap.servers. Look at the address, the brokers and this client's rights; openInBackground waits for them");
  }

  @Test
  void clientThatIsClosedBeforeItIsConnected_refusesWhatWaits() {
    LockClient client =
        KafkaLockClient.openInBackground(
            options("localhost:1").withAnswerTimeout(Duration.ofMinutes(5)));
    CompletableFuture<Lease> asked = client.acquireAsync(UPLOAD);

    client.close();

    assertThat(failure(asked)).hasMessage("the lock client is closed");
    assertThat(client.health())
        .extracting(LockClientHealth::status, LockClientHealth::problems)
        .containsExactly(Status.CLOSED, List.of());
  }

  private static Throwable failure(CompletableFuture<?> asked) {
    try {
      throw new AssertionError("expected a failure, got " + asked.join());
    } catch (CompletionException e) {
      return Objects.requireNonNull(e.getCause());
    }
  }
}
