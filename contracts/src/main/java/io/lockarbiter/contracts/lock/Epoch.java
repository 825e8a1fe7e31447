package io.lockarbiter.contracts.lock;

/**
 * Numbers of events by the epoch of a deployment. A deployment to which accounts are moved has a
 * higher epoch than the one they come from, so all of its tokens are higher, too. Its events are
 * numbered {@code epoch} · 2^44 + 1, + 2, + 3 … without a gap, below 2^53.
 */
public final class Epoch {
  /** The last epoch; numbers of the one after it would exceed 2^53. */
  public static final int LAST = 511;

  private static final int BITS = 44;

  private Epoch() {}

  /** The number before the first event of an epoch. */
  public static long begin(int epoch) {
    return (long) epoch << BITS;
  }

  /** The epoch to which an event, or the number before the first one, belongs. */
  public static int of(long seq) {
    return (int) (seq >> BITS);
  }

  /**
   * The number before the first event of the epoch to which this event, or that number, belongs.
   */
  public static long beginOf(long seq) {
    return seq >> BITS << BITS;
  }

  /** Says whether an event is the first of its epoch, so that none is missing before it. */
  public static boolean isFirst(long seq) {
    return seq == beginOf(seq) + 1;
  }
}
