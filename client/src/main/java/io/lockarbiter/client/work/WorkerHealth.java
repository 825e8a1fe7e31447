package io.lockarbiter.client.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The health of a worker at one moment. */
record WorkerHealth(
    Status status, @Nullable String problem, int partitions, Duration lag, long earlierEvents)
    implements GrantWorkerHealth {
  /**
   * Time without an answer that is no problem yet: three heartbeats of a group, unless set
   * otherwise.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * How a worker reads events.
   *
   * @param failure the failure of the last poll; null if it succeeded
   * @param silence the time for which no broker has answered
   * @param unstarted the time for which no broker has told where to begin a partition
   * @param leaving the time for which jobs of a partition that leaves have been let end
   */
  record Reading(
      @Nullable String failure,
      Duration silence,
      Duration unstarted,
      Duration leaving,
      int partitions,
      Duration lag,
      long earlierEvents) {}

  /** The health of a worker that has ended. */
  static WorkerHealth ended(Status status, @Nullable String problem) {
    return new WorkerHealth(status, problem, 0, Duration.ZERO, 0);
  }

  /**
   * The health of a running worker.
   *
   * @param overdue handlers that run although their leases were lost
   * @param concurrency most handlers at a time
   */
  static WorkerHealth of(String group, Reading reading, int overdue, int concurrency) {
    String problem = problem(group, reading, overdue, concurrency);
    return new WorkerHealth(
        problem == null ? Status.RUNNING : Status.IMPAIRED,
        problem,
        reading.partitions(),
        reading.lag(),
        reading.earlierEvents());
  }

  private static @Nullable String problem(
      String group, Reading reading, int overdue, int concurrency) {
    if (reading.failure() != null) {
      return "the worker of group=%s cannot read events and takes no jobs: %s. Look at the brokers and at this client's rights"
          .formatted(group, reading.failure());
    }
    if (reading.silence().compareTo(PATIENCE) > 0) {
      return "no broker has answered the worker of group=%s for %d ms, it takes no jobs. Look at the brokers and the network; if they are well, its group waits for a worker that lets its jobs end"
          .formatted(group, reading.silence().toMillis());
    }
    if (reading.leaving().compareTo(PATIENCE) > 0) {
      return "the worker of group=%s takes no jobs: a partition leaves it, and for %d ms it has let the jobs of that partition end, for its stop time-out at most. Set a shorter withStopTimeout(…), or make the jobs shorter"
          .formatted(group, reading.leaving().toMillis());
    }
    if (reading.unstarted().compareTo(PATIENCE) > 0) {
      return "no broker has told the worker of group=%s for %d ms where to begin a partition, it takes no jobs of it. Look at the brokers, perhaps it has no leader"
          .formatted(group, reading.unstarted().toMillis());
    }
    return overdue == 0
        ? null
        : "%d of %d places of the worker of group=%s are held by handlers that go on although their leases were lost. Let handlers end at an interrupt, or look at job.lease().isValid(); to get the places back now, restart the process"
            .formatted(overdue, concurrency, group);
  }
}
