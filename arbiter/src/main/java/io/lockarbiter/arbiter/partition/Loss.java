package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * What a store has lost.
 *
 * @param cause {@link HaltReason#BEHIND} or {@link HaltReason#EMPTY}
 * @param found the state that is left; null if there is none, or half of one
 * @param committed what the state must be again
 */
public record Loss(HaltReason cause, @Nullable PartitionHeader found, CommitMetadata committed) {
  /** A state of which nothing or not all is left. */
  static Loss of(@Nullable PartitionHeader found, CommitMetadata committed) {
    return new Loss(found == null ? HaltReason.EMPTY : HaltReason.BEHIND, found, committed);
  }

  /** Last record that the state knows; −1 if none. */
  long knownOffset() {
    return found == null ? -1 : found.appliedOffset();
  }

  /** Offsets from the first record that is missing to the last one. */
  LogRange missing() {
    return new LogRange(knownOffset() + 1, committed.appliedOffset() + 1);
  }
}
