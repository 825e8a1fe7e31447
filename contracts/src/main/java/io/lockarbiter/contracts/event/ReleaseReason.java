package io.lockarbiter.contracts.event;

import java.util.List;

/** The reason why a lock or a waiting request ended. */
public enum ReleaseReason implements Reason {
  /** Its owner released it. */
  RELEASED,
  /** Its lease ran out. */
  EXPIRED,
  /** An operator ended it. */
  FORCED,
  /** It was waiting and was withdrawn, by its owner or an operator. */
  CANCELLED,
  /** Another lock was granted in its place, by an acquire that names it in {@code replaces}. */
  REPLACED,
  /** It was bound to its owner's session, and the session is no longer alive. */
  SESSION_ENDED,
  /**
   * A reason that only newer arbiters know; {@link Released#reasonWord} has its word. The lock has
   * ended.
   */
  UNKNOWN;

  private static final List<ReleaseReason> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  /** All reasons except {@link #UNKNOWN}. */
  public static List<ReleaseReason> known() {
    return KNOWN;
  }
}
