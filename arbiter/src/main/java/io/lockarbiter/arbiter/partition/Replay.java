package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The store is to be fed again what it has lost, until its state is the one that was committed.
 *
 * @param cause {@link HaltReason#BEHIND} or {@link HaltReason#EMPTY}
 * @param found the state that is left; null if there is none, or half of one
 * @param target up to which record, and what the state must be then
 */
public record Replay(HaltReason cause, @Nullable PartitionHeader found, CommitMetadata target)
    implements FirstStep {
  /** Last record that the state knows; −1 if none. */
  public long expectedOffset() {
    return found == null ? -1 : found.appliedOffset();
  }

  /** First record to feed. */
  public long from() {
    return expectedOffset() + 1;
  }
}
