package io.lockarbiter.arbiter.partition;

/**
 * A part of a partition's log: offsets {@code begin <= offset < end}, with gaps.
 *
 * @param begin of what is retained: 0 if nothing was ever removed
 * @param end of what is retained: 0 if nothing was ever written
 */
public record LogRange(long begin, long end) {
  /** Number of offsets. */
  public long length() {
    return Math.max(0, end - begin);
  }
}
