package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A member leaves while clients hold locks in its name, on real Kafka and Redis. */
@Cluster
class ReleaseAllIT {
  private static final int LOCKS = 1_200;

  @Test
  void memberWhoLeaves_losesAllLocksOfAllDevices(Deployment deployment) throws Exception {
    deployment.arbiter().awaitHealthy();
    try (LockClient devices = KafkaLockClient.open(deployment.clientOptions());
        LockClient others = KafkaLockClient.open(deployment.clientOptions());
        LockClient admin = KafkaLockClient.open(withoutCopies(deployment))) {
      List<CompletableFuture<Lease>> asked = new ArrayList<>();
      for (int n = 0; n < LOCKS; n++) {
        asked.add(
            devices.acquireAsync(
                LockRequest.upload("acme", "ann", "/f" + n).session("device-" + n % 3)));
      }
      List<LostReason> lost = new CopyOnWriteArrayList<>();
      for (CompletableFuture<Lease> each : asked) {
        got(each).onLost(lost::add);
      }
      Lease bobs = got(others.acquireAsync(LockRequest.upload("acme", "bob", "/bobs")));
      List<QueuePosition> waits = new CopyOnWriteArrayList<>();
      CompletableFuture<Lease> behind =
          others.acquireAsync(
              LockRequest.delete("acme", "bob", "/f7").waitingUpTo(Duration.ofMinutes(5)),
              waits::add);
      await().until(() -> !waits.isEmpty());

      ReleaseAllResult ended = got(admin.releaseAllSessions("acme", "ann"));

      assertThat(ended).isEqualTo(new ReleaseAllResult(LOCKS, 0));
      await().until(() -> lost.size() == LOCKS);
      assertThat(lost).containsOnly(new LostReason.ReleasedElsewhere());
      got(behind).close();
      assertThat(got(bobs.confirm())).isTrue();
      bobs.close();
      checkEvents(deployment.log().events());
      CleanHistory.check(deployment);
    }
  }

  /** A copy of a command would end locks too, and nobody would count them. */
  private static LockClientOptions withoutCopies(Deployment deployment) {
    return deployment.clientOptions().withResendAfter(Duration.ofMinutes(5));
  }

  private static void checkEvents(List<Event> events) {
    assertThat(events)
        .filteredOn(ReleasedAll.class::isInstance)
        .extracting(event -> ((ReleasedAll) event).released())
        .containsExactly(1_000, LOCKS - 1_000);
    assertThat(events)
        .filteredOn(
            event ->
                event instanceof Released released
                    && released.reason() == ReleaseReason.RELEASED
                    && released.subject().owner().subAccount().equals("ann"))
        .extracting(event -> event.head().commandId())
        .doesNotHaveDuplicates()
        .hasSize(LOCKS);
  }

  private static <T> T got(CompletableFuture<T> asked) throws Exception {
    return asked.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
