package io.lockarbiter.client.work;

import static io.lockarbiter.client.work.TestEvents.granted;
import static io.lockarbiter.client.work.TestPool.P0;
import static io.lockarbiter.client.work.TestPool.P1;
import static io.lockarbiter.client.work.TestPool.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The position that a pool commits, with jobs out of order, and partitions that come and go. */
@Timeout(600)
class JobPositionsTest {
  private final AtomicInteger stubbornRuns = new AtomicInteger();
  private final WatchedPool watched = new WatchedPool();

  @AfterEach
  void stop() {
    watched.close();
  }

  @Test
  void jobsThatEndOutOfOrder_commitNamesThoseThatRun() {
    watched.start(options().withConcurrency(3), watched::gated);
    for (long n = 0; n < 3; n++) {
      watched.pool().add(0, n, granted(n + 1));
    }
    watched.pool().add(1, 0, granted(4));
    watched.gate("job2").countDown();
    watched.gate("job3").countDown();
    watched.gate("job4").countDown();
    watched.pool().awaitCommitted(P1, 1);
    await().until(() -> watched.pool().commit(P0).equals(new OffsetAndMetadata(3, "open 0")));
    watched.gate("job1").countDown();
    watched.pool().awaitCommitted(P0, 3);
    assertThat(watched.pool().commit(P0)).isEqualTo(new OffsetAndMetadata(3));
  }

  @Test
  void revokedPartition_waitsForHandlersThatEndInTime() {
    watched.start(options().withStopTimeout(Duration.ofMinutes(2)), watched::gated);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched
        .pool()
        .consumer()
        .schedulePollTask(() -> watched.pool().consumer().rebalance(List.of(P1)));
    watched.gate("job1").countDown();
    await().until(() -> watched.reports.contains("done job1"));
    await().until(() -> watched.pool().consumer().assignment().equals(Set.of(P1)));
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().committed(P0)).isEqualTo(1);
  }

  @Test
  void revokedPartition_givesUpHandlersThatDoNotEnd() {
    watched.start(options().withConcurrency(2).withStopTimeout(Duration.ZERO), watched::gated);
    watched.pool().add(0, 0, granted(1));
    watched.pool().add(1, 0, granted(2));
    await().until(() -> watched.handled.size() == 2);
    watched.pool().assign(P1);
    await().until(() -> watched.reports.contains("lost job1 Abandoned"));
    assertThat(watched.pool().locks.lease("job1").calls).containsOnly("abandon");

    watched.gate("job2").countDown();
    watched.pool().awaitCommitted(P1, 1);
    assertThat(watched.pool().locks.lease("job2").calls).containsExactly("release");
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().committed(P0)).isZero();
  }

  @Test
  void jobOfAnEarlierAssignment_commitsNothingInTheNext() {
    watched.start(options().withConcurrency(2).withStopTimeout(Duration.ZERO), this::stubborn);
    watched.pool().add(0, 0, granted(1));
    await().until(() -> watched.handled.size() == 1);
    watched.pool().assign(P1);
    watched.pool().assign(P0, P1);
    await().until(() -> watched.handled.size() == 2);
    watched.pool().add(1, 0, granted(2));
    watched.gate("first").countDown();
    await().until(() -> watched.reports.contains("lost job1 Abandoned"));
    assertThat(watched.pool().committed(P0)).isZero();
    watched.gate("second").countDown();
    watched.pool().awaitCommitted(P0, 1);
  }

  /** One job runs on; those that ended beside it are not looked at again. */
  @Test
  void partitionThatComesBack_handsOutOnlyWhatWasNotDone() {
    watched.start(options().withConcurrency(2).withStopTimeout(Duration.ZERO), watched::gated);
    for (long n = 0; n < 30; n++) {
      watched.gate("job" + (n + 1));
      watched.pool().add(0, n, granted(n + 1));
    }
    for (long n = 2; n <= 29; n++) {
      watched.gate("job" + n).countDown();
    }
    await().until(() -> watched.pool().worker.statistics().done() == 28);
    watched.pool().assign(P1);
    await().until(() -> watched.reports.contains("lost job1 Abandoned"));
    await().until(() -> watched.reports.contains("lost job30 Abandoned"));
    assertThat(watched.pool().lastCommit(P0)).isEqualTo(new OffsetAndMetadata(30, "open 0,s"));
    watched.pool().assign(P0, P1);
    await().until(() -> watched.handled.size() == 32);
    watched.gate("job1").countDown();
    watched.gate("job30").countDown();
    watched.pool().awaitCommitted(P0, 30);

    for (long n = 2; n <= 29; n++) {
      assertThat(watched.pool().locks.adoptions("job" + n)).isEqualTo(1);
    }
    assertThat(watched.reports).filteredOn(text -> text.startsWith("done ")).hasSize(30);
    assertThat(watched.reports).filteredOn(text -> !text.startsWith("done ")).hasSize(2);
  }

  @Test
  void newPool_takesNewJobsBeforeThoseOfBeforeItsStart() {
    CountDownLatch gate = new CountDownLatch(1);
    watched.start(options(), job -> JobOutcome.DONE);
    watched.pool().assign(P1);
    watched.pool().holdBack(gate);
    watched.pool().consumer().updateEndOffsets(Map.of(P0, 1_000_000L));
    watched.pool().young.put(P0, new OffsetAndTimestamp(7, 1000));
    watched.pool().addEarlier(0, 7, granted(1));
    watched.pool().addEarlier(0, 500_000, granted(2));
    watched.pool().addEarlier(0, 989_999, granted(3));
    watched.pool().assign(P0, P1);
    assertThat(watched.pool().consumer().position(P0)).isEqualTo(999_000);
    watched.pool().add(0, 1_000_000, granted(4));
    await().until(() -> watched.handled.size() == 1);
    assertThat(watched.handled).containsExactly("job4");
    await()
        .until(
            () ->
                watched.pool().commit(P0).equals(new OffsetAndMetadata(1_000_001, "open 7+lett")));
    assertThat(watched.pool().worker.health().earlierEvents()).isEqualTo(998_993);

    gate.countDown();
    watched.pool().awaitCommitted(P0, 1_000_001);
    assertThat(watched.handled).containsExactly("job4", "job3", "job2", "job1");
    assertThat(watched.pool().worker.health().earlierEvents()).isZero();
    assertThat(watched.pool().besides).hasValue(1);
  }

  /** A handler that ignores interrupts; first run, second run. */
  private JobOutcome stubborn(Job job) {
    CountDownLatch gate = watched.gate(stubbornRuns.getAndIncrement() == 0 ? "first" : "second");
    boolean open = false;
    while (!open) {
      try {
        gate.await();
        open = true;
      } catch (InterruptedException e) {
        // Ignored on purpose.
      }
    }
    return JobOutcome.DONE;
  }
}
