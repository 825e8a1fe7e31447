package io.lockarbiter.arbiter.watch;

import java.util.HashSet;
import java.util.Set;

/**
 * Remembers of which partitions something was said, so that it is said once. Used by one thread.
 */
final class Alarm {
  private final Set<Integer> raised = new HashSet<>();

  /** Claims that this is the moment to raise the alarm. */
  boolean begins(int partition, boolean wrong) {
    return wrong && raised.add(partition);
  }

  /** Claims that this is the moment to call it off. */
  boolean ends(int partition, boolean wrong) {
    return !wrong && raised.remove(partition);
  }
}
