package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ReleaseResult;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executors and listeners of the user's may fail without harm to the worker. */
@Timeout(600)
class RefusingExecutorTest {
  private final WatchedPool watched = new WatchedPool();
  private final AtomicInteger offered = new AtomicInteger();

  @AfterEach
  void stop() {
    watched.close();
  }

  /**
   * The executor may refuse any number of times: jobs are offered ten times a second, however many
   * wait.
   */
  @Test
  void refusedJobs_areOfferedAgainAfterAPause() {
    Executor full =
        task -> {
          offered.incrementAndGet();
          throw new RejectedExecutionException("full");
        };
    watched.start(options().withHandlers(full).withConcurrency(3), job -> JobOutcome.DONE);
    long began = System.nanoTime();
    for (long n = 0; n < 5; n++) {
      watched.pool().add(0, n, granted(n + 1));
    }
    await().until(() -> offered.get() >= 8);
    Duration took = Duration.ofNanos(System.nanoTime() - began);

    assertThat(took).isGreaterThan(Duration.ofMillis(600));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        RejectedExecutionException.class,
        IllegalStateException.class,
        OutOfMemoryError.class
      })
  void whateverAnExecutorThrows_theJobIsOfferedAgain(Class<? extends Throwable> thrown) {
    Executor once =
        task -> {
          if (offered.incrementAndGet() == 1) {
            throwIt(thrown);
          }
          task.run();
        };
    watched.start(options().withHandlers(once), job -> JobOutcome.DONE);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));

    watched.pool().awaitCommitted(P0, 2);
    assertThat(watched.handled).containsExactly("job1", "job2");
  }

  private static void throwIt(Class<? extends Throwable> thrown) {
    if (thrown == OutOfMemoryError.class) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    throw thrown == IllegalStateException.class
        ? new IllegalStateException("not initialised")
        : new RejectedExecutionException("full");
  }

  @Test
  void executorThatRunsATaskTwice_handlesItsJobOnce() {
    Executor twice =
        task -> {
          task.run();
          task.run();
        };
    watched.start(options().withHandlers(twice), job -> JobOutcome.DONE);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));

    watched.pool().awaitCommitted(P0, 2);
    assertThat(watched.handled).containsExactly("job1", "job2");
  }

  @Test
  void listenerThatFails_harmsNoJob() {
    JobListener broken =
        new JobListener() {
          @Override
          public void done(Job job, ReleaseResult release) {
            throw new AssertionError("broken");
          }
        };
    try (TestPool pool = new TestPool(options().withListener(broken), job -> JobOutcome.DONE)) {
      pool.add(0, 0, granted(1));
      pool.add(0, 1, granted(2));

      pool.awaitCommitted(P0, 2);
    }
  }
}
