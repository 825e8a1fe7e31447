package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * Where a partition goes on.
 *
 * @param position first record to read
 * @param expectedOffset last record before it that the state must know, whatever it loses; −1 if
 *     none
 * @param committed what is known to be published, and of which state
 * @param warning what an operator should know; null if nothing
 */
public record Start(
    long position, long expectedOffset, CommitMetadata committed, @Nullable String warning)
    implements FirstStep {
  /** Last event known to be committed. */
  public long publishedSeq() {
    return committed.publishedSeq();
  }
}
