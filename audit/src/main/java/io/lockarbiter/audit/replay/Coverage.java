package io.lockarbiter.audit.replay;

/** How much of what a command caused can be seen. */
public enum Coverage {
  /** Retention may have removed some or all of its events. */
  CUT,
  /** All of its events are there, or ought to be. */
  COMPLETE,
  /** It comes after the cause of the last published event: an arbiter may still be at it. */
  PENDING
}
