package io.lockarbiter.audit.verify;

import java.util.TreeMap;

/**
 * The heap that the states of the partitions under way share. The first of them may take all there
 * is, as it would alone. If they are too large together, the last has to give up.
 */
final class SharedHeap {
  private final long most;
  private final TreeMap<Integer, Long> bytes = new TreeMap<>();

  /**
   * A heap that nobody uses.
   *
   * @param most bytes of all states together, unless there is only one
   */
  SharedHeap(long most) {
    this.most = most;
  }

  /** Notes that a partition is under way. */
  synchronized void enter(int partition) {
    bytes.put(partition, 0L);
  }

  /**
   * Notes how much a partition takes now.
   *
   * @return false if it has to give up
   */
  synchronized boolean fits(int partition, long now) {
    bytes.put(partition, now);
    boolean isLast = bytes.lastKey() == partition && bytes.firstKey() != partition;
    return !isLast || bytes.values().stream().mapToLong(Long::longValue).sum() <= most;
  }

  /** Notes that a partition takes nothing any more. */
  synchronized void leave(int partition) {
    bytes.remove(partition);
  }
}
