package io.lockarbiter.audit;

/** Takes violations as they are found. */
@FunctionalInterface
public interface Findings {

  /** Nobody listens. */
  Findings NONE = violation -> {};

  void add(Violation violation);
}
