package io.lockarbiter.audit.replay;

/** The visible part of a command's events. */
public enum Coverage {
  /** Retention may have removed some or all of its events. */
  CUT,
  /** All of its events are there, or should be. */
  COMPLETE,
  /** It comes after the cause of the last published event: an arbiter may not have finished it. */
  PENDING
}
