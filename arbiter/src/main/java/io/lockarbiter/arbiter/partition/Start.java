package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * Where a partition goes on.
 *
 * @param position first record to read
 * @param committed what is known to be published, and of which state
 * @param warning what an operator should know; null if nothing
 */
public record Start(long position, CommitMetadata committed, @Nullable String warning)
    implements FirstStep {
  /** Last record that the state must know; −1 if none. */
  public long expectedOffset() {
    return committed.appliedOffset();
  }

  /** Last event known to be committed. */
  public long publishedSeq() {
    return committed.publishedSeq();
  }
}
