package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** How a worker stands, as far as it knows by itself. Made by the client; may get more methods. */
public interface GrantWorkerHealth {
  /** The summary. */
  enum Status {
    /** It takes jobs. */
    RUNNING,
    /** It takes none at present, and tries on; running jobs go on. */
    IMPAIRED,
    /** It was closed. */
    CLOSED,
    /** It could not go on; its jobs go to others of its group. */
    FAILED
  }

  /** The summary. */
  Status status();

  /** The problem, with its remedy; null if there is none. */
  @Nullable String problem();

  /** How many of the events it reads; none if others of its group read all. */
  int partitions();
}
