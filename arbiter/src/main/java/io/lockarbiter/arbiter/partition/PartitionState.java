package io.lockarbiter.arbiter.partition;

/** The state of a partition that is assigned to this instance. */
public enum PartitionState {
  /** The partition is looking for its start position. */
  STARTING,
  /** Commands are decided. */
  RUNNING,
  /** A server did not answer; the partition tries again by itself, and nothing is lost. */
  RETRYING,
  /** Redis has lost data, which are being rebuilt; commands wait until that is done. */
  RECOVERING,
  /** The partition stands still until an operator acts. */
  HALTED
}
