package io.lockarbiter.contracts.lock;

import java.util.List;

/** The position of another lock's path, seen from ours. */
public enum Relation {
  /** Both paths are equal. */
  SAME,
  /** Theirs lies strictly above ours. */
  ANCESTOR,
  /** Theirs lies strictly below ours. */
  DESCENDANT,
  /**
   * A relation that only newer arbiters know, in one of their events; its word stands beside it.
   */
  UNKNOWN;

  private static final List<Relation> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  /** All relations except {@link #UNKNOWN}. */
  public static List<Relation> known() {
    return KNOWN;
  }
}
