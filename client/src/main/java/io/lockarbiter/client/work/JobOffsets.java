package io.lockarbiter.client.work;

import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * How far one partition is done: jobs end in any order, but only what lies before the first that
 * runs may be committed. One per assignment of the partition. Thread-safe.
 */
final class JobOffsets {
  private final NavigableSet<Long> running = new TreeSet<>();
  private long next = -1;
  private long committed = -1;

  /** A job begins. */
  synchronized void begin(long offset) {
    running.add(offset);
  }

  /** A job has ended and need not be handed out again. */
  synchronized void end(long offset) {
    running.remove(offset);
  }

  /** Everything before {@code offset} was read. */
  synchronized void read(long offset) {
    next = offset;
  }

  /** The position to commit; empty if it is not new. */
  synchronized OptionalLong toCommit() {
    long done = running.isEmpty() ? next : running.first();
    return done > committed ? OptionalLong.of(done) : OptionalLong.empty();
  }

  /** A commit arrived. */
  synchronized void committed(long offset) {
    committed = Math.max(committed, offset);
  }
}
