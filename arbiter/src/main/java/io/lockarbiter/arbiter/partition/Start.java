package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * The start position of a partition.
 *
 * @param position the first record to read
 * @param expectedOffset the last record before it that the state must know, whatever else it has
 *     lost; −1 if none
 * @param committed the events known to be published, and their state
 * @param keptFrom the last event that the store knows to be published; what it has behind it up to
 *     {@code publishedSeq} is compared
 * @param later the events in {@code lock.events} to compare it with
 * @param isPositionOld whether the group's position names fewer events or records than that
 * @param warning a warning for an operator; null if there is none
 */
public record Start(
    long position,
    long expectedOffset,
    CommitMetadata committed,
    long keptFrom,
    LaterEvents later,
    boolean isPositionOld,
    @Nullable String warning)
    implements FirstStep {
  /** A start with no events behind the commit. */
  public Start(
      long position, long expectedOffset, CommitMetadata committed, @Nullable String warning) {
    this(
        position,
        expectedOffset,
        committed,
        committed.publishedSeq(),
        LaterEvents.NONE,
        false,
        warning);
  }

  /** Last event known to be committed. */
  public long publishedSeq() {
    return committed.publishedSeq();
  }
}
