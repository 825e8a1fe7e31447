package io.lockarbiter.contracts.event;

/** How a lock or a waiting request ended. */
public enum ReleaseReason implements Reason {
  /** Its owner released it. */
  RELEASED,
  /** Its lease ran out. */
  EXPIRED,
  /** An operator ended it. */
  FORCED,
  /** It was waiting and was withdrawn, by its owner or an operator. */
  CANCELLED
}
