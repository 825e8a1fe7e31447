package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth.Status;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ask.ClientEdges.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthCheckTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/a");
  private static final long NOW = Duration.ofMinutes(1).toNanos();
  private static final long LONG_AGO = NOW - Duration.ofSeconds(11).toNanos();

  private final FakeClients clients = new FakeClients();
  private final LockClient client = clients.client;

  @Test
  void clientThatWorks_isReady() {
    client.acquireAsync(UPLOAD);
    client.acquireAsync(LockRequest.delete("acme", "u2", "/a").waitingUpTo(Duration.ofMinutes(10)));
    clients.passMs(60_000);

    assertThat(client.health())
        .isEqualTo(new ClientHealth(Status.READY, List.of(), 0L, Duration.ZERO, null, 0));
  }

  @Test
  void silentArbiter_isAProblemAfterTenSeconds() {
    clients.arbiter.stop();
    client.acquireAsync(UPLOAD);
    clients.passMs(10_000);
    assertThat(client.health().status()).isEqualTo(Status.READY);

    clients.passMs(1);

    assertThat(client.health().status()).isEqualTo(Status.IMPAIRED);
    assertThat(client.health().unanswered()).isEqualTo(1);
    assertThat(client.health().problems())
        .containsExactly(
            "1 commands have had no answer for more than 10 s. Is an arbiter running? Its partitions: lockarbiter partitions");
    clients.arbiter.start();
    assertThat(client.health().status()).isEqualTo(Status.READY);
  }

  @Test
  void closedClient_saysSo() {
    client.close();

    assertThat(client.health().status()).isEqualTo(Status.CLOSED);
  }

  private static List<String> problems(State state) {
    return HealthCheck.problems(/* isOpen= */ true, state, NOW, /* unanswered= */ 0);
  }

  @Test
  void edgesThatFail_areProblems() {
    assertThat(problems(new State(null, null, null, 0L, NOW, NOW, null))).isEmpty();
    assertThat(problems(new State(null, "no rights", null, null, NOW, NOW, null)))
        .containsExactly(
            "events cannot be read, leases end at their safe ends: no rights. Look at the brokers and at this client's rights");
    assertThat(problems(new State(null, null, "no space", 0L, NOW, NOW, null)))
        .containsExactly(
            "the last command was not appended: no space. Look at the brokers and at this client's rights");
    assertThat(problems(new State(null, null, null, 0L, NOW, LONG_AGO, null)))
        .containsExactly(
            "no broker has answered the reader of events for 11000 ms, leases end at their safe ends. Look at the brokers and the network");
    assertThat(problems(new State(null, null, null, 5000L, LONG_AGO, NOW, null)))
        .containsExactly(
            "the reader of events has been behind for 11000 ms, now by 5000 events; answers come late. More processor time, or fewer listeners on the caller's threads");
    assertThat(problems(new State(null, null, null, null, LONG_AGO, NOW, null)))
        .containsExactly(
            "the reader of events has been behind for 11000 ms; answers come late. More processor time, or fewer listeners on the caller's threads");
  }
}
