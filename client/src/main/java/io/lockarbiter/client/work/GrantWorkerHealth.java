package io.lockarbiter.client.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The health of a worker, from its own knowledge. Made by the client; may get more methods. */
public interface GrantWorkerHealth {
  /** The summary. */
  enum Status {
    /** The worker takes jobs. */
    RUNNING,
    /**
     * The worker takes no jobs at present, or fewer than it should, but keeps trying; running jobs
     * go on.
     */
    IMPAIRED,
    /** The worker was closed. */
    CLOSED,
    /** The worker could not continue; its jobs go to others of its group. */
    FAILED
  }

  /** The summary. */
  Status status();

  /** The problem, with its remedy; null if there is none. */
  @Nullable String problem();

  /** Number of partitions of the events that it reads; 0 if others of its group read all. */
  int partitions();

  /**
   * The time by which it is behind with new events; zero if it has read all. A job that is granted
   * now is found so much later.
   */
  Duration lag();

  /**
   * Number of events of before its start that it still reads, beside new ones; jobs among them
   * wait.
   */
  long earlierEvents();
}
