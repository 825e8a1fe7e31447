package io.lockarbiter.arbiter.config;

/** Says whether the process has been asked to stop, so that a start that waits gives up. */
@FunctionalInterface
public interface StopRequest {
  /** Whether somebody has asked. */
  boolean isMade();
}
