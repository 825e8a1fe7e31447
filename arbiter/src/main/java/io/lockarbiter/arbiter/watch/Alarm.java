package io.lockarbiter.arbiter.watch;

import java.util.HashSet;
import java.util.Set;

/**
 * Remembers the partitions, or other things, with an alarm, so that each alarm is logged once. Used
 * by one thread.
 */
final class Alarm<T> {
  private final Set<T> raised = new HashSet<>();

  /** Says whether the alarm must be raised now. */
  boolean begins(T about, boolean wrong) {
    return wrong && raised.add(about);
  }

  /** Says whether the alarm must be called off now. */
  boolean ends(T about, boolean wrong) {
    return !wrong && raised.remove(about);
  }
}
