package io.lockarbiter.arbiter.partition;

/**
 * A part of a partition's log: offsets {@code begin <= offset < end}, with gaps.
 *
 * @param begin the begin of the retained part: 0 if nothing was ever removed
 * @param end the end of the retained part: 0 if nothing was ever written
 */
public record LogRange(long begin, long end) {
  /** Says whether the range contains an offset. */
  public boolean contains(long offset) {
    return begin <= offset && offset < end;
  }

  /** Number of offsets. */
  public long length() {
    return Math.max(0, end - begin);
  }
}
