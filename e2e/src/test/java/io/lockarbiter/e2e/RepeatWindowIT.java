package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients learn from the events how long their deployment remembers ended ids. */
@EveryFifthDay
@Cluster
class RepeatWindowIT {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");

  @Test
  @Tag("nightly")
  void shortWindow_isHeardAndNoCopyIsSent(Deployment deployment) {
    String failure = unanswered(deployment, "10s", "10000");

    assertThat(failure)
        .contains("sent 1 times, then no more copies because ended ids are remembered")
        .contains("for repeatMs=10000 only and a copy may be 20500 ms on its way");
    assertThat(questions(deployment, "unanswered")).isEqualTo(1);
  }

  @Test
  void longWindow_isHeardAndCopiesAreSent(Deployment deployment) {
    String failure = unanswered(deployment, "2m", "120000");

    assertThat(failure).doesNotContain("repeatMs").doesNotContain("sent 1 times");
    assertThat(questions(deployment, "unanswered")).isGreaterThan(1);
  }

  /**
   * Returns why a request failed that was sent after the window was known and the arbiter had
   * stopped.
   */
  private static String unanswered(Deployment deployment, String window, String repeatMs) {
    try (ArbiterNode arbiter = deployment.arbiter("lockarbiter.limits.repeat-window", window);
        LockClient client =
            KafkaLockClient.open(
                deployment
                    .clientOptions()
                    .withResendAfter(Duration.ofMillis(100))
                    .withAnswerTimeout(Duration.ofSeconds(10))
                    .withClosing(Closing.ABANDON))) {
      arbiter.awaitHealthy();
      await().until(() -> repeatMs.equals(told(deployment, client.acquireAsync(UPLOAD).join())));
      arbiter.close();
      CompletableFuture<Lease> asked = client.acquireAsync(UPLOAD.attribute("job", "unanswered"));
      await().until(asked::isDone);
      String failure = String.valueOf(catchThrowable(asked::join).getMessage());
      assertThat(failure).contains(ArbiterUnreachableException.class.getName());
      return failure;
    }
  }

  /** Returns the repeat window of the event that granted the lease. */
  private static String told(Deployment deployment, Lease lease) {
    return deployment.log().read(deployment.events()).stream()
        .filter(event -> lease.lockId().equals(header(event, "lockId")))
        .map(event -> header(event, "repeatMs"))
        .findFirst()
        .orElseThrow();
  }

  private static String header(ConsumerRecord<byte[], byte[]> event, String name) {
    return new String(event.headers().lastHeader(name).value(), UTF_8);
  }

  private static long questions(Deployment deployment, String job) {
    return deployment.log().texts(deployment.commands()).stream()
        .filter(command -> command.contains(job))
        .count();
  }
}
