package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The part of a state that a store has lost.
 *
 * @param found the state that is left; null if there is none, or half of one
 * @param committed the state that must be reached again
 */
public record StateLoss(@Nullable PartitionHeader found, CommitMetadata committed) {
  /** The cause: {@link HaltReason#BEHIND} or {@link HaltReason#EMPTY}. */
  public HaltReason cause() {
    return found == null ? HaltReason.EMPTY : HaltReason.BEHIND;
  }

  /** Last record that the state knows; −1 if none. */
  long knownOffset() {
    return found == null ? -1 : found.appliedOffset();
  }

  /** Offsets from the first missing record to the last one. */
  LogRange missing() {
    return new LogRange(knownOffset() + 1, committed.appliedOffset() + 1);
  }
}
