package io.lockarbiter.arbiter.partition;

/**
 * The last append time seen, and when it was seen; from both the log time of now can be guessed.
 *
 * @param appendedAt epoch ms, the broker's clock
 * @param seenAtNanos of {@link ElapsedClock}
 */
public record LogTime(long appendedAt, long seenAtNanos) {
  private static final long NANOS_PER_MS = 1_000_000;

  /** The append time, epoch ms, that a record appended now would get. */
  public long at(long nowNanos) {
    return appendedAt + (nowNanos - seenAtNanos) / NANOS_PER_MS;
  }
}
