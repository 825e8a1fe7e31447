package io.lockarbiter.contracts.event;

import java.util.List;

/** How a lock or a waiting request ended. */
public enum ReleaseReason implements Reason {
  /** Its owner released it. */
  RELEASED,
  /** Its lease ran out. */
  EXPIRED,
  /** An operator ended it. */
  FORCED,
  /** It was waiting and was withdrawn, by its owner or an operator. */
  CANCELLED,
  /** One that only newer arbiters know; {@link Released#reasonWord} has it. The lock has ended. */
  UNKNOWN;

  private static final List<ReleaseReason> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  /** All but {@link #UNKNOWN}. */
  public static List<ReleaseReason> known() {
    return KNOWN;
  }
}
