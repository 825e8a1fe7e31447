package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts from time to time the unread records of a partition that is paused. */
final class PausedLag {
  static final long UNKNOWN = -1;
  private static final Logger LOG = LoggerFactory.getLogger(PausedLag.class);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final PartitionLog log;
  private final PartitionStatuses.Entry entry;
  private long due;

  PausedLag(PartitionLog log, PartitionStatuses.Entry entry, long nowNanos) {
    this.log = log;
    this.entry = entry;
    this.due = nowNanos + INTERVAL.toNanos();
  }

  /**
   * Counts, if enough time has passed.
   *
   * @param nextOffset the first record not read, or {@link #UNKNOWN}
   */
  void look(long nextOffset, long nowNanos) {
    if (nowNanos - due < 0) {
      return;
    }
    due = nowNanos + INTERVAL.toNanos();
    try {
      if (nextOffset != UNKNOWN) {
        entry.post(entry.status().withLag(Math.max(0, log.end(TIMEOUT) - nextOffset)));
      }
    } catch (RuntimeException e) {
      LOG.debug("partition={}: its lag is unknown", entry.status().partition(), e);
    }
  }
}
