package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingRefusal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a job, its report, and the release of its lock. */
@Timeout(600)
class JobEndsTest {
  private final WatchedPool watched = new WatchedPool();

  @AfterEach
  void stop() {
    watched.close();
  }

  @Test
  void failedHandler_releasesAndIsNotTriedAgain() {
    watched.start(
        options(),
        job -> {
          throw new IllegalStateException("disk full");
        });
    watched.pool().add(0, 0, granted(1));
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release");
    assertThat(watched.reports).containsExactly("failed job1 disk full");
  }

  @Test
  void lostLease_interruptsTheHandlerAndReleasesNothing() {
    watched.start(options(), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().locks.lease("job1").lose(new LostReason.Expired(null));
    watched.pool().awaitCommitted(P0, 1);
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("abandon");
    assertThat(watched.reports).containsExactly("lost job1 Expired");
  }

  @Test
  void runThatWasTakenOver_releasesNothing() {
    watched.start(
        options(),
        job -> {
          throw new FencedException(new FencingRefusal.TakenOver(job.fencing(), 2000));
        });
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.reports.contains("lost job1 Abandoned"));
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("abandon");
  }

  @Test
  void jobThatAnEarlierRunHasDone_isReleasedAsDone() {
    watched.start(
        options(),
        job -> {
          throw new IllegalStateException(
              new FencedException(new FencingRefusal.Done(job.fencing(), 900)));
        });
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.reports.contains("done job1"));
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release");
  }

  @Test
  void close_letsHandlersEndAndLeavesTheRestToOthers() throws Exception {
    watched.start(
        options().withReadAhead(2).withStopTimeout(Duration.ofMinutes(2)), watched::gated);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(0, 1, granted(2));
    watched.pool().add(0, 2, granted(3));
    await().until(() -> watched.handled.size() == 1 && watched.pool().isPaused());
    Thread closing = new Thread(watched.pool()::close);
    closing.start();
    long seen = watched.pool().polls.get();
    await().until(() -> watched.pool().polls.get() > seen + 3);
    watched.gate("job1").countDown();
    closing.join();
    assertThat(watched.pool().consumer().closed()).isTrue();
    assertThat(watched.handled).containsExactly("job1");
    assertThat(watched.pool().locks.lease("job1").calls).containsExactly("release");
    assertThat(watched.pool().worker.ended()).isCompleted();
    assertThat(watched.pool().lastCommit()).isEqualTo(Map.of(P0, 1L));
  }

  @Test
  void close_givesUpHandlersThatDoNotEnd() {
    watched.start(options().withStopTimeout(Duration.ofMillis(50)), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().close();
    await().until(() -> watched.reports.contains("lost job1 Abandoned"));
    await().until(watched.pool()::lastCommit, Map.of(P0, 0L)::equals);
    assertThat(watched.pool().locks.lease("job1").calls)
        .doesNotContain("release")
        .contains("abandon");
  }
}
