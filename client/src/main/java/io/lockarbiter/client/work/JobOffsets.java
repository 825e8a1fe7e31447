package io.lockarbiter.client.work;

import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The progress of one partition: jobs end in any order, but only offsets before the first running
 * job may be committed. One per assignment of the partition. Thread-safe.
 */
final class JobOffsets {
  private final NavigableSet<Long> running = new TreeSet<>();
  private long next = -1;
  private long committed = -1;

  /** Notes the begin of a job. */
  synchronized void begin(long offset) {
    running.add(offset);
  }

  /** Notes a job that has ended and need not be handed out again. */
  synchronized void end(long offset) {
    running.remove(offset);
  }

  /** Notes that everything before {@code offset} was read. */
  synchronized void read(long offset) {
    next = offset;
  }

  /** The position to commit; empty if it was committed already. */
  synchronized OptionalLong toCommit() {
    long done = running.isEmpty() ? next : running.first();
    return done > committed ? OptionalLong.of(done) : OptionalLong.empty();
  }

  /** Notes a commit. */
  synchronized void committed(long offset) {
    committed = Math.max(committed, offset);
  }
}
