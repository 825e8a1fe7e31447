package io.lockarbiter.arbiter.partition;

/** The reason why a partition stands still until somebody acts, or until the cause is gone. */
public enum HaltReason {
  /** The state has applied records that the log does not have, or belongs to another log. */
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
  /** Another program or a newer version wrote the metadata of the commit. */
  METADATA,
  /** The store says again and again that another instance has published meanwhile. */
  STALE,
  /** The append time of a record is not the broker's. */
  TIMESTAMP,
  /** The topic has more partitions than the deployment. */
  PARTITIONS,
  /** The state follows rules, or its events have words, that this version does not have. */
  RULES;

  /**
   * Says whether a tool may have a remedy; the cause of the others lies outside of the partition.
   */
  boolean mayBeRepaired() {
    return mayPass() && this != RULES;
  }

  /** Says whether somebody may mend it while the arbiter runs. */
  boolean mayPass() {
    return this != TIMESTAMP && this != PARTITIONS;
  }
}
