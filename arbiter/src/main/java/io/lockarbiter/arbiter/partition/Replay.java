package io.lockarbiter.arbiter.partition;

/**
 * The store must be fed records again, until it has what it lost.
 *
 * @param records the offsets of the records that may be needed
 * @param publishedSeq the last event that the store may drop
 */
public record Replay(StateLoss loss, LogRange records, long publishedSeq) implements FirstStep {
  /** The replay that leads to the committed state. */
  public Replay(StateLoss loss) {
    this(loss, loss.missing(), loss.committed().publishedSeq());
  }
}
