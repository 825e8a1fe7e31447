package io.lockarbiter.audit.replay;

/** The visible part of a command's events. */
public enum Coverage {
  /** Retention may have removed some or all of its events. */
  CUT,
  /** All of its events are there, or should be. */
  COMPLETE,
  /**
   * It is the cause of the last published event. More of its events may follow: those of one
   * command may be committed in several transactions.
   */
  LAST,
  /** It comes after the cause of the last published event: an arbiter may not have finished it. */
  PENDING;

  /** Says whether the events that are there can be judged. */
  public boolean isJudged() {
    return this == COMPLETE || this == LAST;
  }
}
