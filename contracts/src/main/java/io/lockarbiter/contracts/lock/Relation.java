package io.lockarbiter.contracts.lock;

/** Where another lock's path lies, seen from ours. */
public enum Relation {
  /** Both paths are equal. */
  SAME,
  /** Theirs lies strictly above ours. */
  ANCESTOR,
  /** Theirs lies strictly below ours. */
  DESCENDANT
}
