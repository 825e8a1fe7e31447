package io.lockarbiter.contracts.lock;

import java.util.List;

/** Where another lock's path lies, seen from ours. */
public enum Relation {
  /** Both paths are equal. */
  SAME,
  /** Theirs lies strictly above ours. */
  ANCESTOR,
  /** Theirs lies strictly below ours. */
  DESCENDANT,
  /** One that only newer arbiters know, in an event of theirs; its word stands beside it. */
  UNKNOWN;

  private static final List<Relation> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  /** All but {@link #UNKNOWN}. */
  public static List<Relation> known() {
    return KNOWN;
  }
}
