package io.lockarbiter.arbiter.partition;

/**
 * The last append time seen, and the moment at which it was seen; together they give an estimate of
 * the present log time.
 *
 * @param appendedAt epoch ms, the broker's clock
 * @param seenAtNanos the moment on the {@link ElapsedClock}
 */
public record LogTime(long appendedAt, long seenAtNanos) {
  private static final long NANOS_PER_MS = 1_000_000;

  /** The estimated append time, epoch ms, of a record appended now. */
  public long at(long nowNanos) {
    return appendedAt + (nowNanos - seenAtNanos) / NANOS_PER_MS;
  }
}
