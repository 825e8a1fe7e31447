package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * The start position of a partition.
 *
 * @param position the first record to read
 * @param expectedOffset the last record before it that the state must know, whatever else it has
 *     lost; −1 if none
 * @param committed the events known to be published, and their state
 * @param warning a warning for an operator; null if there is none
 */
public record Start(
    long position, long expectedOffset, CommitMetadata committed, @Nullable String warning)
    implements FirstStep {
  /** Last event known to be committed. */
  public long publishedSeq() {
    return committed.publishedSeq();
  }
}
