package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/**
 * How a worker stands, as far as it knows by itself.
 *
 * @param status the summary
 * @param problem what is wrong, with its remedy; null if nothing is
 * @param partitions how many of the events it reads; none if others of its group read all
 */
public record GrantWorkerHealth(Status status, @Nullable String problem, int partitions) {
  /** The summary. */
  public enum Status {
    /** It takes jobs. */
    RUNNING,
    /** It takes none at present, and tries on; running jobs go on. */
    IMPAIRED,
    /** It was closed. */
    CLOSED,
    /** It could not go on; its jobs go to others of its group. */
    FAILED
  }
}
