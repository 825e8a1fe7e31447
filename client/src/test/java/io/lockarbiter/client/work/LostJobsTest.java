package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.ReleaseReason;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    failAdoptions(granted -> withdrawn(granted, ReleaseReason.EXPIRED));
    watched.pool().locks.lease("job1").lose(new LostReason.Unreachable());
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.reports).containsExactly("lost job1 Unreachable", "skipped job1");
  }

  @ParameterizedTest
  @CsvSource({"RELEASED, finished", "EXPIRED, skipped", "FORCED, skipped", "UNKNOWN, unknown"})
  void lockThatHasEnded_isToldAsItEnded(ReleaseReason reason, String told) {
    watched.start(options(), job -> JobOutcome.DONE);
    failAdoptions(granted -> withdrawn(granted, reason));
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.handled).isEmpty();
    assertThat(watched.reports).containsExactly(told + " job1");
    GrantWorkerStatistics counts = watched.pool().worker.statistics();
    assertThat(List.of(counts.finished(), counts.skipped(), counts.unknown()))
        .containsExactly(
            told.equals("finished") ? 1L : 0L,
            told.equals("skipped") ? 1L : 0L,
            told.equals("unknown") ? 1L : 0L);
  }

  @Test
  void lockThatTheArbiterHasForgotten_isToldAsUnknown() {
    watched.start(options(), job -> JobOutcome.DONE);
    failAdoptions(granted -> new LockRefusedException(TestEvents.notHeld(granted)));
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);

    assertThat(watched.handled).isEmpty();
    assertThat(watched.reports).containsExactly("unknown job1");
  }

  @Test
  void handlerThatIgnoresItsInterrupt_isToldAtTheLossAndInTheHealth() {
    watched.start(options(), this::stubborn);
    GrantWorker worker = watched.pool().worker;
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().locks.lease("job1").lose(new LostReason.Forced("ops", null));

    assertThat(watched.reports).containsExactly("lost job1 Forced");
    assertThat(worker.statistics().lost()).isEqualTo(1);
    await().until(() -> worker.statistics().overdue() == 1);
    assertThat(worker.health().status()).isEqualTo(Status.IMPAIRED);
    assertThat(worker.health().problem())
        .startsWith(
            "1 of 1 places of the worker of group=lock.pool.pool are held by handlers that go on although their leases were lost.");

    watched.gate("job1").countDown();
    watched.gate("job2").countDown();
    watched.pool().awaitCommitted(P0, 2);
    assertThat(watched.reports).containsExactly("lost job1 Forced", "done job2");
    assertThat(worker.statistics().overdue()).isZero();
    assertThat(worker.health().status()).isEqualTo(Status.RUNNING);
  }

  /** The executor of the user may have no thread for a long while. */
  @Test
  void lockLostWhileItsJobWaitsForAThread_isToldAtOnce() {
    Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    watched.start(options().withHandlers(tasks::add), job -> JobOutcome.DONE);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> tasks.size() == 1);
    watched.pool().locks.lease("job1").lose(new LostReason.Expired(null));
    assertThat(watched.reports).containsExactly("lost job1 Expired");

    tasks.remove().run();
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.handled).isEmpty();
    assertThat(watched.reports).hasSize(1);
  }

  private JobOutcome stubborn(Job job) {
    while (watched.gate(job.lockId()).getCount() > 0) {
      try {
        watched.gate(job.lockId()).await();
      } catch (InterruptedException e) {
        // Ignored on purpose.
      }
    }
    return JobOutcome.DONE;
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

  private static LockException withdrawn(Granted granted, ReleaseReason reason) {
    return new LockWithdrawnException(TestEvents.ended(granted, reason));
  }

  private void failAdoptions(Function<Granted, LockException> failure) {
    watched
        .pool()
        .locks
        .adoption(granted -> CompletableFuture.failedFuture(failure.apply(granted)));
  }
}
