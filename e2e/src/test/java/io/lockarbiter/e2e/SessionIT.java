package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sessions that end together, on real Kafka and Redis. */
@Cluster
class SessionIT {
  private static final int LOCKS = 1_500;
  private static final Duration LEASE = Duration.ofSeconds(10);

  @Test
  void locksOfASession_liveByOneCommandAndEndTogether(Deployment deployment) throws Exception {
    deployment.arbiter().awaitHealthy();
    LockClient dying =
        KafkaLockClient.open(
            deployment.clientOptions().withClosing(LockClientOptions.Closing.ABANDON));
    try (LockClient others = KafkaLockClient.open(deployment.clientOptions());
        LockClient living = KafkaLockClient.open(deployment.clientOptions())) {
      LockSession session = dying.keepAlive("acme", new Owner("ann", "laptop"), LEASE);
      List<Lease> bound = bound(dying, session, "/ann/f");
      LockSession phone = living.keepAlive("acme", new Owner("ann", "phone"), LEASE);
      Lease kept = got(living.acquireAsync(phone.bound(upload("/phone"))));
      long began = System.nanoTime();
      await().until(() -> System.nanoTime() - began > LEASE.multipliedBy(2).toNanos());
      assertThat(bound).allMatch(Lease::isValid);
      List<QueuePosition> waits = new CopyOnWriteArrayList<>();
      CompletableFuture<Lease> behind =
          others.acquireAsync(
              LockRequest.delete("acme", "bob", "/ann").waitingUpTo(Duration.ofMinutes(5)),
              waits::add);
      await().until(() -> !waits.isEmpty());

      dying.close();

      got(behind).close();
      assertThat(kept.isValid()).isTrue();
      checkEvents(deployment.log().events());
      assertThat(got(phone.release())).isEqualTo(new ReleaseAllResult(1, 0));
      assertThat(kept.isValid()).isFalse();
      CleanHistory.check(deployment);
    } finally {
      dying.close();
    }
  }

  private static LockRequest upload(String path) {
    return LockRequest.upload("acme", "ann", path);
  }

  private static List<Lease> bound(LockClient client, LockSession session, String path)
      throws Exception {
    List<CompletableFuture<Lease>> asked = new ArrayList<>();
    for (int n = 0; n < LOCKS; n++) {
      asked.add(client.acquireAsync(session.bound(upload(path + n))));
    }
    List<Lease> leases = new ArrayList<>();
    for (CompletableFuture<Lease> each : asked) {
      leases.add(got(each));
    }
    return leases;
  }

  private static void checkEvents(List<Event> events) {
    assertThat(events)
        .as("renewals of bound locks; a copy of an acquire may cause one")
        .filteredOn(event -> event instanceof Renewed renewed && renewed.subject().isBound())
        .hasSizeLessThan(LOCKS / 10);
    assertThat(events).filteredOn(KeptAlive.class::isInstance).hasSizeGreaterThan(6);
    List<Event> ended =
        events.stream()
            .filter(
                event ->
                    event instanceof Released released
                        && released.reason() == ReleaseReason.SESSION_ENDED)
            .toList();
    assertThat(ended)
        .extracting(event -> event.head().commandId())
        .doesNotHaveDuplicates()
        .hasSize(LOCKS);
    long end =
        events.stream()
            .filter(event -> event instanceof KeptAlive kept && isOf(kept, "laptop"))
            .mapToLong(event -> ((KeptAlive) event).expiresAt())
            .max()
            .orElseThrow();
    assertThat(ended).allMatch(event -> event.head().at() >= end);
  }

  private static boolean isOf(KeptAlive kept, String session) {
    return session.equals(kept.owner().session());
  }

  private static <T> T got(CompletableFuture<T> asked) throws Exception {
    return asked.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
