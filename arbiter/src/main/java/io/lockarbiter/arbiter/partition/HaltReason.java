package io.lockarbiter.arbiter.partition;

/** Why a partition stands still until somebody acts, or until it has passed. */
public enum HaltReason {
  /** The state has applied what the log does not have, or is another log's. */
  AHEAD,
  /** The state lost writes. */
  BEHIND,
  /** The state is gone. */
  EMPTY,
  /** The state and the committed position are gone. */
  LOST,
  /** {@code lock.events} and the committed position contradict each other. */
  MISMATCH,
  /** Commands were removed by retention before they were decided. */
  RETENTION,
  /** The metadata of the commit was written by something else or by a newer version. */
  METADATA,
  /** The store says that others published meanwhile, again and again. */
  STALE,
  /** The append time of a record is not the broker's. */
  TIMESTAMP,
  /** The topic has more partitions than the deployment. */
  PARTITIONS,
  /** The state follows rules, or its events have words, that this version does not have. */
  RULES;

  /**
   * Claims that a tool may have a remedy; of the others the cause lies outside of the partition.
   */
  boolean mayBeRepaired() {
    return mayPass() && this != RULES;
  }

  /** Claims that somebody may mend it while the arbiter runs. */
  boolean mayPass() {
    return this != TIMESTAMP && this != PARTITIONS;
  }
}
