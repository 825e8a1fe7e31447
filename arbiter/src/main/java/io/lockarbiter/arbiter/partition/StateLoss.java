package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The part of a state that a store has lost.
 *
 * @param found the state that is left; null if there is none, or half of one
 * @param committed the state that must be reached again
 * @param seq the event that must be reached again; beyond that state if it is only known from
 *     {@code lock.events}
 */
public record StateLoss(@Nullable PartitionHeader found, CommitMetadata committed, long seq) {
  /** The loss of a part of the committed state. */
  public StateLoss(@Nullable PartitionHeader found, CommitMetadata committed) {
    this(found, committed, committed.state().seq());
  }

  /** The cause: {@link HaltReason#BEHIND} or {@link HaltReason#EMPTY}. */
  public HaltReason cause() {
    return found == null ? HaltReason.EMPTY : HaltReason.BEHIND;
  }

  /** Last record that the state knows; −1 if none. */
  long knownOffset() {
    return found == null ? -1 : found.appliedOffset();
  }

  /** Last record that the state must know at least. */
  long expectedOffset() {
    return Math.max(knownOffset(), committed.appliedOffset());
  }

  /** Offsets from the first missing record to the last one of the committed state. */
  LogRange missing() {
    return new LogRange(knownOffset() + 1, committed.appliedOffset() + 1);
  }

  /** Number of events that the missing records caused. */
  long missingEvents() {
    long before = committed.state().settings().seqBefore();
    return committed.state().seq() - (found == null ? before : Math.max(before, found.seq()));
  }
}
