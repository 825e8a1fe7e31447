package io.lockarbiter.client.work;

/** How a handler ended; the lock is released accordingly. */
public enum JobOutcome {
  /** The lock is released. */
  DONE,
  /** The lock is released, and the paths of its DELETE and EXCLUSIVE targets no longer exist. */
  GONE
}
