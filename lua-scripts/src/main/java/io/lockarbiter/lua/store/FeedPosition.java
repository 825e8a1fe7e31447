package io.lockarbiter.lua.store;

/**
 * The position of a caller in a partition. A caller that decides the next batch while the one
 * before is being committed has been given more events than are published.
 *
 * @param offset of the last record handed to the store; −1 if none was
 * @param publishedSeq last {@code seq} known to be committed to {@code lock.events}; the store
 *     drops events up to it
 * @param fromSeq last {@code seq} that the caller was given, at least {@code publishedSeq}; it is
 *     given those above
 */
public record FeedPosition(long offset, long publishedSeq, long fromSeq) {
  /** Before the first record. */
  public static final FeedPosition START = new FeedPosition(-1, 0);

  /** Checks the numbers. */
  public FeedPosition {
    if (fromSeq < publishedSeq) {
      throw new IllegalArgumentException(
          "fromSeq=" + fromSeq + ", expected at least publishedSeq=" + publishedSeq);
    }
  }

  /** The position of a caller that has been given nothing beyond what is published. */
  public FeedPosition(long offset, long publishedSeq) {
    this(offset, publishedSeq, publishedSeq);
  }
}
