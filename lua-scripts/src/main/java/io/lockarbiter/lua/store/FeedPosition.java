package io.lockarbiter.lua.store;

/**
 * The position of a caller in a partition. A caller that decides the next batch while the last one
 * is being committed has received more events than are published.
 *
 * @param offset the offset of the last record handed to the store; −1 if none was
 * @param publishedSeq last {@code seq} known to be committed to {@code lock.events}; the store
 *     drops events up to it
 * @param fromSeq last {@code seq} that the caller has received, at least {@code publishedSeq}; it
 *     receives the events above
 */
public record FeedPosition(long offset, long publishedSeq, long fromSeq) {
  /** The position before the first record. */
  public static final FeedPosition START = new FeedPosition(-1, 0);

  /** Checks the numbers. */
  public FeedPosition {
    if (fromSeq < publishedSeq) {
      throw new IllegalArgumentException(
          "fromSeq=" + fromSeq + ", expected at least publishedSeq=" + publishedSeq);
    }
  }

  /** The position of a caller that has received no events beyond the published ones. */
  public FeedPosition(long offset, long publishedSeq) {
    this(offset, publishedSeq, publishedSeq);
  }
}
