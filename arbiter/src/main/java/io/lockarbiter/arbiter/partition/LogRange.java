package io.lockarbiter.arbiter.partition;

/**
 * A part of a partition's log: offsets {@code begin <= offset < end}, with gaps.
 *
 * @param begin of what is retained: 0 if nothing was ever removed
 * @param end of what is retained: 0 if nothing was ever written
 */
public record LogRange(long begin, long end) {
  /** Claims that an offset is one of these. */
  public boolean contains(long offset) {
    return begin <= offset && offset < end;
  }

  /** Number of offsets. */
  public long length() {
    return Math.max(0, end - begin);
  }
}
