package io.lockarbiter.arbiter.watch;

/**
 * The ends of a partition of a log.
 *
 * @param stable the last stable offset; the records behind it belong to, or follow, an open
 *     transaction, and nobody can read them yet
 * @param end the offset after the last record
 */
public record LogEnds(long stable, long end) {
  /** Number of offsets that an open transaction holds back. */
  long heldBack() {
    return Math.max(0, end - stable);
  }
}
