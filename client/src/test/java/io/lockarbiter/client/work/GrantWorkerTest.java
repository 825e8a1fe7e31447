package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.P1;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class GrantWorkerTest {
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
  private TestPool pool = new TestPool(options(), job -> JobOutcome.DONE);

  private final JobListener listener =
      new JobListener() {
        @Override
        public void done(Job job, ReleaseResult release) {
          reports.add("done " + job.lockId());
        }

        @Override
        public void failed(Job job, Throwable failure, ReleaseResult release) {
          reports.add("failed " + job.lockId() + " " + failure.getMessage());
        }

        @Override
        public void lost(Job job, LostReason reason) {
          reports.add("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
        }

        @Override
        public void skipped(Granted granted, String why) {
          reports.add("skipped " + granted.subject().lockId());
        }
      };

  @AfterEach
  void stop() {
    pool.close();
  }

  private void start(GrantWorkerOptions options, GrantHandler handler) {
    pool.close();
    pool =
        new TestPool(
            options.withListener(listener),
            job -> {
              handled.add(job.lockId());
              return handler.handle(job);
            });
  }

  /** A handler that ends when its gate opens, or is interrupted. */
  private JobOutcome gated(Job job) throws InterruptedException {
    gate(job.lockId()).await();
    return JobOutcome.DONE;
  }

  private CountDownLatch gate(String lockId) {
    return gates.computeIfAbsent(lockId, id -> new CountDownLatch(1));
  }

  @Test
  void grantsThatPassTheFilter_areJobsAndNothingElse() {
    start(options(), job -> JobOutcome.DONE);
    Granted repeated =
        new Granted(granted(2).head(), granted(2).subject(), 1, 30_000, 0, /* repeated= */ true);
    pool.add(0, 0, granted(1));
    pool.add(0, 1, repeated);
    pool.add(0, 2, TestEvents.notHeld(granted(3)));
    pool.awaitCommitted(P0, 3);
    assertThat(handled).containsExactly("job1");
    assertThat(JobFilter.operation(Operation.UPLOAD, Operation.COPY).test(granted(1))).isTrue();
    assertThat(JobFilter.operation(Operation.COPY).test(granted(1))).isFalse();
    assertThat(JobFilter.attribute("upload", "u-1").test(granted(1))).isTrue();
    assertThat(JobFilter.attribute("upload", "u-2").test(granted(1))).isFalse();
    assertThat(JobFilter.attribute("download").test(granted(1))).isFalse();
  }

  @Test
  void leaseThatIsValidAgainTooLate_isNotReportedAsDone() {
    start(options(), job -> JobOutcome.DONE);
    pool.locks.adoption(
        granted -> {
          Lease lease = pool.locks.newLease(granted);
          pool.locks.lease(granted.subject().lockId()).denyOnce();
          return CompletableFuture.completedFuture(lease);
        });
    pool.add(0, 0, granted(1));
    pool.awaitCommitted(P0, 1);

    assertThat(handled).isEmpty();
    assertThat(reports).containsExactly("lost job1 Unreachable");
    assertThat(pool.locks.lease("job1").calls).containsExactly("abandon");
  }

  @Test
  void missingTopic_isNotMadeByTheWorker() {
    assertThat(ConsumerSettings.of(options())).containsEntry("allow.auto.create.topics", false);
  }

  @Test
  void newGroup_beginsWithGrantsThatMayStillLive() {
    start(options(), job -> JobOutcome.DONE);
    pool.assign(P0);
    pool.consumer().updateEndOffsets(Map.of(P1, 7L));
    pool.assign(P0, P1);
    assertThat(pool.consumer().position(P1)).isEqualTo(7);

    pool.assign(P0);
    pool.young.put(P1, new OffsetAndTimestamp(3, 1000));
    pool.assign(P0, P1);
    assertThat(pool.consumer().position(P1)).isEqualTo(3);

    pool.consumer().commitSync(Map.of(P1, new OffsetAndMetadata(5)));
    pool.assign(P0);
    pool.assign(P0, P1);
    assertThat(pool.consumer().position(P1)).isEqualTo(5);
  }

  @Test
  void handler_isCalledOnlyWhenTheLockIsConfirmed() {
    start(options(), job -> JobOutcome.GONE);
    CompletableFuture<Lease> confirmed = new CompletableFuture<>();
    pool.locks.adoption(granted -> confirmed);
    pool.add(0, 0, granted(1));
    long seen = pool.polls.get();
    await().until(() -> pool.polls.get() > seen + 3);
    assertThat(handled).isEmpty();

    confirmed.complete(pool.locks.newLease(granted(1)));
    pool.awaitCommitted(P0, 1);
    assertThat(pool.locks.lease("job1").calls).containsExactly("release gone");
    assertThat(reports).containsExactly("done job1");
  }

  @Test
  void job_showsTheGuardItsTokenAndRun() {
    CompletableFuture<Job> seen = new CompletableFuture<>();
    start(
        options(),
        job -> {
          seen.complete(job);
          return JobOutcome.DONE;
        });
    pool.add(0, 0, granted(7));
    Job job = seen.join();
    assertThat(job.attribute("upload")).isEqualTo("u-7");
    assertThat(job.fencing().token()).isEqualTo(7);
    assertThat(job.fencing().run()).isEqualTo(1001);
    assertThat(job.fencing().targets()).isEqualTo(granted(7).subject().targets());
  }

  @Test
  void jobsThatEndOutOfOrder_commitOnlyWhatLiesBeforeTheFirstThatRuns() {
    start(options().withConcurrency(3), this::gated);
    for (long n = 0; n < 3; n++) {
      pool.add(0, n, granted(n + 1));
    }
    pool.add(1, 0, granted(4));
    gate("job2").countDown();
    gate("job3").countDown();
    gate("job4").countDown();
    pool.awaitCommitted(P1, 1);
    assertThat(pool.committed(P0)).isZero();
    gate("job1").countDown();
    pool.awaitCommitted(P0, 3);
  }

  @Test
  void moreJobsThanConcurrency_waitWhileThePollGoesOn() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    start(
        options().withConcurrency(2),
        job -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          gate(job.lockId()).await();
          running.decrementAndGet();
          return JobOutcome.DONE;
        });
    for (long n = 0; n < 6; n++) {
      pool.add(0, n, granted(n + 1));
    }
    await().until(() -> pool.isPaused() && handled.size() == 2);
    long seen = pool.polls.get();
    await().until(() -> pool.polls.get() > seen + 3);
    for (long n = 1; n <= 6; n++) {
      gate("job" + n).countDown();
    }
    pool.awaitCommitted(P0, 6);
    await().until(() -> !pool.isPaused());
    assertThat(handled).hasSize(6);
    assertThat(most).hasValue(2);
  }

  @Test
  void failedHandler_releasesAndIsNotTriedAgain() {
    start(
        options(),
        job -> {
          throw new IllegalStateException("disk full");
        });
    pool.add(0, 0, granted(1));
    pool.awaitCommitted(P0, 1);
    assertThat(pool.locks.lease("job1").calls).containsExactly("release");
    assertThat(reports).containsExactly("failed job1 disk full");
  }

  @Test
  void lockThatHasEnded_isSkipped() {
    start(options(), job -> JobOutcome.DONE);
    pool.locks.adoption(
        granted ->
            CompletableFuture.failedFuture(new LockRefusedException(TestEvents.notHeld(granted))));
    pool.add(0, 0, granted(1));
    pool.awaitCommitted(P0, 1);
    assertThat(handled).isEmpty();
    assertThat(reports).containsExactly("skipped job1");
  }

  @Test
  void unansweredAdoption_isTriedAgain() {
    start(options(), job -> JobOutcome.DONE);
    pool.locks.adoption(
        granted -> {
          pool.locks.adoption(
              again -> CompletableFuture.completedFuture(pool.locks.newLease(again)));
          return CompletableFuture.failedFuture(new ArbiterUnreachableException("no answer"));
        });
    pool.add(0, 0, granted(1));
    pool.awaitCommitted(P0, 1);
    assertThat(handled).containsExactly("job1");
  }

  @Test
  void closedClient_stopsTheWorkerAndCommitsNothing() {
    start(options(), job -> JobOutcome.DONE);
    pool.locks.adoption(
        granted -> CompletableFuture.failedFuture(new IllegalStateException("client is closed")));
    pool.add(0, 0, granted(1));
    assertThatThrownBy(() -> pool.worker.ended().join()).hasMessageContaining("client is closed");
    await().until(() -> pool.consumer().closed());
    assertThat(handled).isEmpty();
  }

  @Test
  void lostLease_interruptsTheHandlerAndReleasesNothing() {
    start(options(), this::gated);
    pool.add(0, 0, granted(1));
    await().until(() -> handled.size() == 1);
    pool.locks.lease("job1").lose(new LostReason.Expired(null));
    pool.awaitCommitted(P0, 1);
    assertThat(pool.locks.lease("job1").calls).containsExactly("abandon");
    assertThat(reports).containsExactly("lost job1 Expired");
  }

  @Test
  void revokedPartition_waitsForHandlersThatEndInTime() {
    start(options().withStopTimeout(Duration.ofMinutes(2)), this::gated);
    pool.add(0, 0, granted(1));
    await().until(() -> handled.size() == 1);
    pool.consumer().schedulePollTask(() -> pool.consumer().rebalance(List.of(P1)));
    gate("job1").countDown();
    await().until(() -> reports.contains("done job1"));
    await().until(() -> pool.consumer().assignment().equals(java.util.Set.of(P1)));
    pool.assign(P0, P1);
    assertThat(pool.committed(P0)).isEqualTo(1);
  }

  @Test
  void revokedPartition_givesUpHandlersThatDoNotEnd() {
    start(options().withConcurrency(2).withStopTimeout(Duration.ZERO), this::gated);
    pool.add(0, 0, granted(1));
    pool.add(1, 0, granted(2));
    await().until(() -> handled.size() == 2);
    pool.assign(P1);
    await().until(() -> reports.contains("lost job1 Abandoned"));
    assertThat(pool.locks.lease("job1").calls).containsOnly("abandon");

    gate("job2").countDown();
    pool.awaitCommitted(P1, 1);
    assertThat(pool.locks.lease("job2").calls).containsExactly("release");
    pool.assign(P0, P1);
    assertThat(pool.committed(P0)).isZero();
  }

  @Test
  void jobOfAnEarlierAssignment_commitsNothingInTheNext() {
    start(options().withConcurrency(2).withStopTimeout(Duration.ZERO), this::stubborn);
    pool.add(0, 0, granted(1));
    await().until(() -> handled.size() == 1);
    pool.assign(P1);
    pool.assign(P0, P1);
    pool.add(0, 0, granted(1));
    await().until(() -> handled.size() == 2);
    pool.add(1, 0, granted(2));
    gate("first").countDown();
    await().until(() -> reports.contains("lost job1 Abandoned"));
    assertThat(pool.committed(P0)).isZero();
    gate("second").countDown();
    pool.awaitCommitted(P0, 1);
  }

  private final AtomicInteger stubbornRuns = new AtomicInteger();

  /** A handler that does not heed interrupts: first run, second run. */
  private JobOutcome stubborn(Job job) {
    CountDownLatch gate = gate(stubbornRuns.getAndIncrement() == 0 ? "first" : "second");
    boolean open = false;
    while (!open) {
      try {
        gate.await();
        open = true;
      } catch (InterruptedException e) {
        // Not heeded.
      }
    }
    return JobOutcome.DONE;
  }

  @Test
  void close_letsHandlersEndAndLeavesTheRestToOthers() throws Exception {
    start(options().withStopTimeout(Duration.ofMinutes(2)), this::gated);
    pool.add(0, 0, granted(1));
    pool.add(0, 1, granted(2));
    await().until(() -> handled.size() == 1 && pool.isPaused());
    Thread closing = new Thread(pool::close);
    closing.start();
    long seen = pool.polls.get();
    await().until(() -> pool.polls.get() > seen + 3);
    gate("job1").countDown();
    closing.join();
    assertThat(pool.consumer().closed()).isTrue();
    assertThat(handled).containsExactly("job1");
    assertThat(pool.locks.lease("job1").calls).containsExactly("release");
    assertThat(pool.worker.ended()).isCompleted();
    assertThat(pool.lastCommit()).isEqualTo(Map.of(P0, 1L));
  }

  @Test
  void close_givesUpHandlersThatDoNotEnd() {
    start(options().withStopTimeout(Duration.ofMillis(50)), this::gated);
    pool.add(0, 0, granted(1));
    await().until(() -> handled.size() == 1);
    pool.close();
    await().until(() -> reports.contains("lost job1 Abandoned"));
    assertThat(pool.locks.lease("job1").calls).doesNotContain("release").contains("abandon");
    assertThat(pool.lastCommit()).isEqualTo(Map.of(P0, 0L));
  }

  @Test
  void runThatWasTakenOver_releasesNothing() {
    start(
        options(),
        job -> {
          throw new FencedException(new FencingRefusal.TakenOver(job.fencing(), 2000));
        });
    pool.add(0, 0, granted(1));
    await().until(() -> reports.contains("lost job1 Abandoned"));
    assertThat(pool.locks.lease("job1").calls).containsExactly("abandon");
  }

  @Test
  void jobThatAnEarlierRunHasDone_isReleasedAsDone() {
    start(
        options(),
        job -> {
          throw new IllegalStateException(
              new FencedException(new FencingRefusal.Done(job.fencing(), 900)));
        });
    pool.add(0, 0, granted(1));
    await().until(() -> reports.contains("done job1"));
    assertThat(pool.locks.lease("job1").calls).containsExactly("release");
  }
}
