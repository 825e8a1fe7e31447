package io.lockarbiter.contracts.lock;

/** How a target is used; what goes together with what is said by {@link Compatibility}. */
public enum Mode {
  /** Use what is there (download). */
  READ,
  /** Add entries somewhere below this folder; protects no single entry. */
  ADD,
  /** Create or replace this entry and what is below it. */
  PUT,
  /** Remove this subtree. */
  DELETE,
  /** Sole use of this subtree (source of a rename or move). */
  EXCLUSIVE
}
