package io.lockarbiter.client.work;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.testing.FakeArbiter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs that are tried again, on simulated time: everything happens within the call that causes it.
 */
@Timeout(600)
class RetriedJobsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client =
      arbiter.client(
          FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run));
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<String> reports = new CopyOnWriteArrayList<>();

  private final JobListener listener =
      new JobListener() {
        @Override
        public void done(Job job, ReleaseResult release) {
          reports.add("done " + job.lockId());
        }

        @Override
        public void retried(Job job, @Nullable Throwable failure, Duration pause) {
          reports.add("retried " + job.lockId() + " " + job.attempt());
        }

        @Override
        public void failed(Job job, Throwable failure, ReleaseResult release) {
          reports.add("failed " + job.lockId() + " " + job.attempt() + " " + failure.getMessage());
        }

        @Override
        public void lost(Job job, LostReason reason) {
          reports.add("lost " + job.lockId() + " " + reason.getClass().getSimpleName());
        }

        @Override
        public void skipped(LockDetails lock, String why) {
          reports.add("skipped " + lock.lockId());
        }
      };

  private GrantWorkerOptions options() {
    return FakeArbiter.workerOptions("pool").withListener(listener).withHandlers(Runnable::run);
  }

  private AutoCloseable worker(GrantWorkerOptions options, GrantHandler handler) {
    return arbiter.worker(
        client,
        options,
        job -> {
          handled.add(job.lockId() + " " + job.attempt());
          return handler.handle(job);
        });
  }

  private void submit(String id) {
    client.submit("pool", LockRequest.upload("acme", "u1", "/" + id), id).submitted().join();
  }

  @Test
  void jobThatIsToBeTriedAgain_keepsItsLockButNoPlace() {
    worker(
        options(),
        job ->
            job.lockId().equals("a") && job.attempt() < 3
                ? JobOutcome.retryAfter(Duration.ofMinutes(10))
                : JobOutcome.DONE);
    submit("a");
    submit("b");
    assertThat(handled).containsExactly("a 1", "b 1");

    arbiter.pass(Duration.ofMinutes(9));
    assertThat(arbiter.locks("acme")).hasSize(1);
    arbiter.pass(Duration.ofMinutes(12));
    assertThat(handled).containsExactly("a 1", "b 1", "a 2", "a 3");
    assertThat(reports).containsExactly("retried a 1", "done b", "retried a 2", "done a");
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void exception_isTriedAgainAsThePolicySays() {
    RetryPolicy policy =
        RetryPolicy.DEFAULT.withAttempts(3).withRetries(IOException.class::isInstance);
    worker(
        options().withRetries(policy),
        job -> {
          throw job.lockId().equals("a")
              ? new IOException("disk away")
              : new IllegalStateException("no such disk");
        });
    submit("a");
    submit("b");
    arbiter.pass(MINUTE);

    assertThat(handled).containsExactly("a 1", "b 1", "a 2", "a 3");
    assertThat(reports)
        .containsExactly(
            "retried a 1", "failed b 1 no such disk", "retried a 2", "failed a 3 disk away");
  }

  @Test
  void noException_isTriedAgainUnlessThePolicySaysSo() {
    worker(
        options(),
        job -> {
          throw new IOException("disk away");
        });
    submit("a");
    arbiter.pass(MINUTE);

    assertThat(reports).containsExactly("failed a 1 disk away");
  }

  @Test
  void handlerThatAlwaysAsksForMore_hasFailedInTheEnd() {
    worker(options(), job -> JobOutcome.retryAfter(Duration.ZERO));
    submit("a");
    arbiter.pass(MINUTE);

    assertThat(handled).hasSize(10);
    assertThat(reports.get(9))
        .isEqualTo("failed a 10 the handler asked for another attempt, but there are no more");
  }

  @Test
  void lastFailure_isHandledUnderTheLock() {
    List<String> dead = new CopyOnWriteArrayList<>();
    worker(
        options()
            .withFailureHandler(
                (job, failure) -> {
                  dead.add(
                      "%s %d %s, locks %d"
                          .formatted(
                              job.lockId(),
                              job.attempt(),
                              failure.getMessage(),
                              arbiter.locks("acme").size()));
                  throw new AssertionError("broken");
                }),
        job -> JobOutcome.failed("no image"));
    submit("a");

    assertThat(dead).containsExactly("a 1 no image, locks 1");
    assertThat(reports).containsExactly("failed a 1 no image");
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void whateverHandlerAndPolicyThrow_theJobEnds() {
    worker(
        options()
            .withRetries(
                RetryPolicy.DEFAULT.withRetries(
                    failure -> {
                      throw new AssertionError("broken");
                    })),
        job -> {
          throw new StackOverflowError("deep");
        });
    submit("a");

    assertThat(reports).containsExactly("failed a 1 deep");
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void lockThatIsLostDuringThePause_isToldAtOnceAndNotTriedAgain() {
    worker(options(), job -> JobOutcome.retryAfter(Duration.ofMinutes(30)));
    submit("a");
    client.forceRelease("acme", "a", "ops", null).join();
    assertThat(reports).containsExactly("retried a 1", "lost a Forced");

    arbiter.pass(Duration.ofHours(1));
    assertThat(handled).containsExactly("a 1");
  }

  /** A take-over of the partition by its next owner has the same effect: nothing is released. */
  @Test
  void workerThatEndsDuringThePause_leavesTheJobToAnother() throws Exception {
    AutoCloseable first = worker(options(), job -> JobOutcome.retryAfter(Duration.ofMinutes(30)));
    submit("a");
    first.close();
    assertThat(arbiter.commands()).noneMatch(RetriedJobsTest::isRelease);

    worker(options(), job -> JobOutcome.DONE);
    assertThat(handled).containsExactly("a 1", "a 1");
    arbiter.pass(Duration.ofHours(1));
    assertThat(handled).hasSize(2);
    assertThat(reports).contains("done a").doesNotContain("failed a 1");
  }

  private static boolean isRelease(AccountCommand command) {
    return command instanceof Release;
  }

  /** An outage of a service that all jobs need must not keep the pool from reading on. */
  @Test
  void moreRetriesThanMayWait_haveFailed() {
    worker(options().withReadAhead(4), job -> JobOutcome.retryAfter(Duration.ofMinutes(30)));
    for (int i = 0; i < 4; i++) {
      submit("a" + i);
    }

    assertThat(reports).contains("retried a0 1", "retried a1 1");
    assertThat(reports)
        .filteredOn(report -> report.startsWith("failed"))
        .hasSize(2)
        .allMatch(report -> report.contains("half of readAhead=4"));
    assertThat(reports.stream().filter(report -> report.startsWith("retried"))).hasSize(2);
  }

  @Test
  void thousandRetries_areAllTriedAgain() {
    worker(
        options().withReadAhead(2_000),
        job -> job.attempt() == 1 ? JobOutcome.retryAfter(MINUTE) : JobOutcome.DONE);
    for (int i = 0; i < 1_000; i++) {
      submit("a" + i);
    }
    assertThat(arbiter.locks("acme")).hasSize(1_000);
    arbiter.pass(MINUTE);

    assertThat(reports).filteredOn(report -> report.startsWith("done")).hasSize(1_000);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  /** Otherwise it would keep its place for ever. */
  @Test
  void taskThatAnExecutorDrops_isOfferedAgainAndRunOnce() {
    List<Runnable> dropped = new CopyOnWriteArrayList<>();
    Executor drops =
        task -> {
          if (dropped.isEmpty()) {
            dropped.add(task);
          } else {
            task.run();
          }
        };
    worker(options().withHandlers(drops), job -> JobOutcome.DONE);
    submit("a");
    submit("b");
    arbiter.pass(Duration.ofSeconds(59));
    assertThat(handled).isEmpty();
    arbiter.pass(MINUTE);
    assertThat(handled).containsExactly("a 1", "b 1");

    dropped.get(0).run();
    assertThat(handled).hasSize(2);
  }

  @Test
  void handlersOnTheWorkersThreads_mayWaitForTheArbiter() throws Exception {
    CountDownLatch confirmed = new CountDownLatch(1);
    try (AutoCloseable ignored =
        arbiter.worker(
            arbiter.client("worker"),
            FakeArbiter.workerOptions("pool").withListener(listener),
            job -> {
              if (job.lease().confirm().join()) {
                confirmed.countDown();
              }
              return JobOutcome.DONE;
            })) {
      submit("a");
      await().atMost(LIMIT).until(() -> reports.contains("done a"));
    }
    assertThat(confirmed.getCount()).isZero();
  }

  /** An exception all of whose methods throw. */
  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }
  }

  @Test
  void exceptionThatCannotBeRead_endsItsJobAndNoOther() {
    worker(
        options().withRetries(RetryPolicy.attempts(2)),
        job -> {
          if (job.lockId().equals("a")) {
            throw new UnreadableException();
          }
          return JobOutcome.DONE;
        });
    submit("a");
    submit("b");
    arbiter.pass(MINUTE);

    assertThat(reports).hasSize(2).contains("done b");
    assertThat(reports.stream().filter(report -> report.startsWith("failed a 1"))).hasSize(1);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void resultThatIsTooLong_doesNotRepeatTheWork() {
    worker(
        options().withRetries(RetryPolicy.attempts(5)), job -> JobOutcome.done("x".repeat(1_025)));
    submit("a");
    arbiter.pass(MINUTE);

    assertThat(handled).containsExactly("a 1");
    assertThat(reports).singleElement().asString().startsWith("failed a 1 result has 1025");
  }

  @Test
  void pauses_doubleUpToTheLongest() {
    RetryPolicy policy =
        RetryPolicy.attempts(1_000).withPauses(Duration.ofSeconds(1), Duration.ofSeconds(10));
    Random random = new Random(7);
    for (int attempt = 1; attempt < 1_000; attempt++) {
      Duration whole = Duration.ofSeconds(attempt > 4 ? 10 : 1L << (attempt - 1));
      assertThat(policy.pauseAfter(attempt, random)).isBetween(whole.dividedBy(2), whole);
    }
    assertThatThrownBy(() -> policy.withAttempts(0)).hasMessage("attempts=0, expected 1 to 1000");
    assertThatThrownBy(() -> JobOutcome.retryAfter(Duration.ofHours(2)))
        .hasMessageStartingWith("pause=PT2H, expected 0 to PT1H");
    assertThatThrownBy(() -> JobOutcome.done("ü".repeat(513)))
        .hasMessageStartingWith("result has 1026 UTF-8 bytes, at most 1024");
  }
}
