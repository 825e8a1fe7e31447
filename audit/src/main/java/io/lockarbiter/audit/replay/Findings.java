package io.lockarbiter.audit.replay;

/** Takes violations as they are found. */
@FunctionalInterface
public interface Findings {

  /** Nobody listens. */
  Findings NONE = violation -> {};

  /** One more. */
  void add(Violation violation);
}
