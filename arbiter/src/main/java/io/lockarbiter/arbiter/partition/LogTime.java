package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;

/**
 * The last log time seen, and the moment at which it was seen; together they give an estimate of
 * the present log time.
 *
 * @param seenMs epoch ms; less than the log time by as much as that stands still
 * @param seenAtNanos the moment on the {@link ElapsedClock}
 */
public record LogTime(long seenMs, long seenAtNanos) {
  private static final long NANOS_PER_MS = 1_000_000;

  /** The log time of a state that was seen just now. */
  static LogTime of(PartitionHeader header, long nanos) {
    long standsFor = LogClock.standsFor(header.at(), header.appliedAppendedAt());
    return new LogTime(header.at() - standsFor, nanos);
  }

  /** The estimated log time, epoch ms, of a record appended now. */
  public long at(long nowNanos) {
    return seenMs + (nowNanos - seenAtNanos) / NANOS_PER_MS;
  }
}
