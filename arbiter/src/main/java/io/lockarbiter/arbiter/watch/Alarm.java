package io.lockarbiter.arbiter.watch;

import java.util.HashSet;
import java.util.Set;

/**
 * Remembers of which partitions, or other things, something was said, so that it is said once. Used
 * by one thread.
 */
final class Alarm<T> {
  private final Set<T> raised = new HashSet<>();

  /** Claims that this is the moment to raise the alarm. */
  boolean begins(T about, boolean wrong) {
    return wrong && raised.add(about);
  }

  /** Claims that this is the moment to call it off. */
  boolean ends(T about, boolean wrong) {
    return !wrong && raised.remove(about);
  }
}
