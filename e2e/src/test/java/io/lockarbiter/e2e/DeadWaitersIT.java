package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.QueuePosition;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.e2e.process.JavaProcess;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process is killed with requests in the queue; somebody who lives stands behind them. */
@EveryFifthDay
@Cluster
class DeadWaitersIT {
  private static final String PATH = "/docs/plan.pdf";
  private static final LockRequest REQUEST = LockRequest.upload("acme", "living", PATH);

  /** {@code -Dlockarbiter.dead-waiters=5} measures more of them. */
  private static final int DEAD = Integer.getInteger("lockarbiter.dead-waiters", 2);

  /** Half of the lease that each of them asked for. */
  private static final long MUCH_MS = 15_000;

  @Test
  void deadWaiters_costTheLivingOneSecondsAndNotTheirLeases(Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    List<QueuePosition> positions = new CopyOnWriteArrayList<>();
    try (LockClient client = KafkaLockClient.open(deployment.clientOptions())) {
      Lease held = got(client.acquireAsync(REQUEST));
      CompletableFuture<Lease> living;
      try (JavaProcess dying =
          JavaProcess.start(
              QueueingClient.class,
              deployment.brokers(),
              deployment.prefix(),
              "acme",
              PATH,
              Integer.toString(DEAD))) {
        dying.await(DEAD + " wait");
        living = client.acquireAsync(REQUEST.waitingUpTo(Patience.LIMIT), positions::add);
        await().until(() -> !positions.isEmpty());
        assertThat(positions.get(0).position()).isEqualTo(DEAD + 1);
      }
      held.release().join();

      Lease lease = got(living);
      assertThat(lease.isValid()).isTrue();
      assertThat(lease.lock().lease()).isEqualTo(REQUEST.lease());
      List<Event> events = deployment.log().events();
      List<Long> costs = costs(events);
      System.out.printf(
          "%d dead waiters cost %d ms, each %s%n", DEAD, waited(events, held, lease), costs);
      assertThat(costs).hasSize(DEAD).allMatch(ms -> ms < MUCH_MS);
      assertThat(waited(events, held, lease)).isLessThan(DEAD * MUCH_MS);
    }
  }

  private static Lease got(CompletableFuture<Lease> asked) throws Exception {
    return asked.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** How long each of the dead had the lock, in log time. */
  private static List<Long> costs(List<Event> events) {
    return events.stream()
        .filter(Released.class::isInstance)
        .map(Released.class::cast)
        .filter(released -> released.reason() == ReleaseReason.EXPIRED)
        .filter(released -> released.subject().owner().subAccount().equals("dying"))
        .map(Released::heldMs)
        .toList();
  }

  private static long waited(List<Event> events, Lease before, Lease after) {
    long freed = at(events, Released.class, before.lockId());
    return at(events, Granted.class, after.lockId()) - freed;
  }

  private static long at(List<Event> events, Class<? extends Event> type, String lockId) {
    return events.stream()
        .filter(type::isInstance)
        .filter(event -> event.subject() != null && event.subject().lockId().equals(lockId))
        .findFirst()
        .orElseThrow()
        .head()
        .at();
  }
}
