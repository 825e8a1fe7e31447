package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.PartitionHeader;

/** What {@code lock.commands} has at the offset that the state names as its last. */
public sealed interface AppliedRecord {
  /** Nothing was looked for, or retention has removed it. */
  record NotRetained() implements AppliedRecord {}

  /** Nothing, though records around it are retained. */
  record Absent() implements AppliedRecord {}

  /**
   * A record.
   *
   * @param appendedAt epoch ms
   * @param leaderEpoch −1 if the broker gave none
   */
  record Found(long appendedAt, int leaderEpoch) implements AppliedRecord {
    /** Claims that it is the record that a state names as its last. */
    public boolean isLastOf(PartitionHeader state) {
      return appendedAt == state.appliedAppendedAt() && leaderEpoch == state.appliedEpoch();
    }
  }
}
