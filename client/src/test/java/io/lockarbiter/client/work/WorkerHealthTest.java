package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import io.lockarbiter.client.work.WorkerHealth.Reading;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The health of a running worker. */
class WorkerHealthTest {
  private static final Duration LAG = Duration.ofSeconds(3);

  private static WorkerHealth health(Duration silence, int overdue) {
    return health(silence, Duration.ZERO, Duration.ZERO, overdue);
  }

  private static WorkerHealth health(
      Duration silence, Duration unstarted, Duration leaving, int overdue) {
    Reading reading = new Reading(null, silence, unstarted, leaving, 4, LAG, 17);
    return WorkerHealth.of("thumbnails", reading, overdue, 8);
  }

  private static WorkerHealth expected(Status status, @Nullable String problem) {
    return new WorkerHealth(status, problem, 4, LAG, 17);
  }

  @Test
  void silenceOfAllBrokers_isToldAfterTenSeconds() {
    assertThat(health(Duration.ofSeconds(10), 0)).isEqualTo(expected(Status.RUNNING, null));
    assertThat(health(Duration.ofMillis(10_500), 0))
        .isEqualTo(
            expected(
                Status.IMPAIRED,
                "no broker has answered the worker of group=thumbnails for 10500 ms, it takes no jobs. Look at the brokers and the network; if they are well, its group waits for a worker that lets its jobs end"));
  }

  @Test
  void partitionWithoutAStart_isToldAfterTenSeconds() {
    assertThat(health(Duration.ZERO, Duration.ofSeconds(10), Duration.ZERO, 0))
        .isEqualTo(expected(Status.RUNNING, null));
    assertThat(health(Duration.ZERO, Duration.ofMillis(10_500), Duration.ZERO, 0))
        .isEqualTo(
            expected(
                Status.IMPAIRED,
                "no broker has told the worker of group=thumbnails for 10500 ms where to begin a partition, it takes no jobs of it. Look at the brokers, perhaps it has no leader"));
  }

  @Test
  void jobsOfAPartitionThatLeaves_areToldAfterTenSeconds() {
    assertThat(health(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(10), 0))
        .isEqualTo(expected(Status.RUNNING, null));
    assertThat(health(Duration.ZERO, Duration.ZERO, Duration.ofMillis(10_500), 0))
        .isEqualTo(
            expected(
                Status.IMPAIRED,
                "the worker of group=thumbnails takes no jobs: a partition leaves it, and for 10500 ms it has let the jobs of that partition end, for its stop time-out at most. Set a shorter withStopTimeout(…), or make the jobs shorter"));
  }

  @Test
  void handlersWithoutALease_areTold() {
    assertThat(health(Duration.ZERO, 2))
        .isEqualTo(
            expected(
                Status.IMPAIRED,
                "2 of 8 places of the worker of group=thumbnails are held by handlers that go on although their leases were lost. Let handlers end at an interrupt, or look at job.lease().isValid(); to get the places back now, restart the process"));
  }
}
