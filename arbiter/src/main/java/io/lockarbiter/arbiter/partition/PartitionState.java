package io.lockarbiter.arbiter.partition;

/** How a partition fares that is assigned to this instance. */
public enum PartitionState {
  /** Its start position is being resolved. */
  STARTING,
  /** Commands are decided. */
  RUNNING,
  /** Something did not answer; tried again by itself, nothing is lost. */
  RETRYING,
  /** Redis has lost data, which is brought back; commands wait until it is done. */
  RECOVERING,
  /** Stands still until an operator acts. */
  HALTED
}
