package io.lockarbiter.audit.replay;

/** Takes violations as they are found. */
@FunctionalInterface
public interface Findings {

  /** Ignores all violations. */
  Findings NONE = violation -> {};

  /** Takes one violation. */
  void add(Violation violation);
}
