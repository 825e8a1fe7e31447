package io.lockarbiter.client.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The health of a worker at one moment. */
record WorkerHealth(Status status, @Nullable String problem, int partitions)
    implements GrantWorkerHealth {
  /**
   * Time without an answer that is no problem yet: three heartbeats of a group, unless set
   * otherwise.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * The health of a running worker.
   *
   * @param failure the failure of the last poll; null if it succeeded
   * @param silence the time for which no broker has answered
   */
  static WorkerHealth of(String group, @Nullable String failure, Duration silence, int partitions) {
    if (failure != null) {
      return new WorkerHealth(
          Status.IMPAIRED,
          "the worker of group=%s cannot read events and takes no jobs: %s. Look at the brokers and at this client's rights"
              .formatted(group, failure),
          partitions);
    }
    return silence.compareTo(PATIENCE) > 0
        ? new WorkerHealth(
            Status.IMPAIRED,
            "no broker has answered the worker of group=%s for %d ms, it takes no jobs. Look at the brokers and the network; if they are well, its group waits for a worker that lets its jobs end"
                .formatted(group, silence.toMillis()),
            partitions)
        : new WorkerHealth(Status.RUNNING, null, partitions);
  }
}
