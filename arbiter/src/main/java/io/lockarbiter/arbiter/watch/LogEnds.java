package io.lockarbiter.arbiter.watch;

/**
 * Where a partition of a log ends.
 *
 * @param stable last stable offset: what is behind it belongs to, or follows, an open transaction
 *     and is read by nobody yet
 * @param end after the last record
 */
public record LogEnds(long stable, long end) {
  /** Number of offsets that an open transaction holds back. */
  long heldBack() {
    return Math.max(0, end - stable);
  }
}
