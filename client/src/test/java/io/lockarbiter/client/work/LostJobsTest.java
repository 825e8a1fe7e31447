package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LostReason;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs whose lock is lost, was lost, or has an unknown state. */
@Timeout(600)
class LostJobsTest {
  private final WatchedPool watched = new WatchedPool();

  @AfterEach
  void stop() {
    watched.close();
  }

  /** Otherwise it would run out while the job waits for a place. */
  @Test
  void lock_isTakenOverWhenItsJobIsRead() {
    watched.start(options(), watched::gated);
    for (long n = 0; n < 40; n++) {
      watched.pool().add(0, n, granted(n + 1));
    }
    await().until(() -> watched.pool().locks.leases.size() == 40);

    assertThat(watched.handled).containsExactly("job1");
    for (long n = 1; n <= 40; n++) {
      watched.gate("job" + n).countDown();
    }
    watched.pool().awaitCommitted(P0, 40);
    assertThat(watched.handled).hasSize(40);
  }

  @Test
  void lockLostWhileItsJobWaits_isToldAtOnce() {
    watched.start(options(), watched::gated);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));
    await().until(() -> watched.pool().locks.leases.size() == 2 && watched.handled.size() == 1);
    watched.pool().locks.lease("job2").lose(new LostReason.Expired(null));
    await().until(() -> watched.reports.contains("lost job2 Expired"));

    watched.gate("job1").countDown();
    watched.pool().awaitCommitted(P0, 2);
    assertThat(watched.handled).containsExactly("job1");
  }

  /** The lock may still be held: only the arbiter was out of reach. */
  @Test
  void jobThatLostSightOfTheArbiter_isHandedOutAgain() {
    watched.start(options(), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().locks.lease("job1").lose(new LostReason.Unreachable());
    await().until(() -> watched.handled.size() == 2);
    assertThat(watched.pool().committed(P0)).isZero();
    watched.gate("job1").countDown();
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.reports).containsExactly("lost job1 Unreachable", "done job1");
  }

  @Test
  void jobWhoseLockEndedWhileTheArbiterWasAway_isToldAsLost() {
    watched.start(options(), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    refuseAdoptions();
    watched.pool().locks.lease("job1").lose(new LostReason.Unreachable());
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.reports).containsExactly("lost job1 Unreachable", "skipped job1");
  }

  @Test
  void lockThatHasEnded_isSkipped() {
    watched.start(options(), job -> JobOutcome.DONE);
    refuseAdoptions();
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.handled).isEmpty();
    assertThat(watched.reports).containsExactly("skipped job1");
  }

  @Test
  void unansweredAdoption_isTriedAgain() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched
        .pool()
        .locks
        .adoption(
            granted -> {
              watched
                  .pool()
                  .locks
                  .adoption(
                      again ->
                          CompletableFuture.completedFuture(watched.pool().locks.newLease(again)));
              return CompletableFuture.failedFuture(new ArbiterUnreachableException("no answer"));
            });
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.handled).containsExactly("job1");
  }

  @Test
  void leaseThatIsValidAgainTooLate_isAdoptedAnew() {
    watched.start(options(), job -> JobOutcome.DONE);
    watched
        .pool()
        .locks
        .adoption(
            granted -> {
              Lease lease = watched.pool().locks.newLease(granted);
              if (lease.run() == 1001) {
                watched.pool().locks.lease(granted.subject().lockId()).denyOnce();
              }
              return CompletableFuture.completedFuture(lease);
            });
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.handled).containsExactly("job1");
    assertThat(watched.reports).containsExactly("lost job1 Unreachable", "done job1");
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release");
  }

  private void refuseAdoptions() {
    watched
        .pool()
        .locks
        .adoption(
            granted ->
                CompletableFuture.failedFuture(
                    new LockRefusedException(TestEvents.notHeld(granted))));
  }
}
