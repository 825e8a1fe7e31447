package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;

/** The record of {@code lock.commands} at the offset that the state names as its last. */
public sealed interface AppliedRecord {
  /** No record was looked for, or retention has removed it. */
  record NotRetained() implements AppliedRecord {}

  /** There is no record at that offset, though records around it are retained. */
  record Absent() implements AppliedRecord {}

  /**
   * A record.
   *
   * @param appendedAt epoch ms
   * @param leaderEpoch the leader epoch; −1 if the broker gave none
   */
  record Found(long appendedAt, int leaderEpoch) implements AppliedRecord {
    /** Says whether this is the record that a state names as its last. */
    public boolean isLastOf(PartitionHeader state) {
      return appendedAt == state.appliedAppendedAt() && leaderEpoch == state.appliedEpoch();
    }
  }
}
