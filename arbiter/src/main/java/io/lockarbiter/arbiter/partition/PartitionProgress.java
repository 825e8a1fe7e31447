package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a partition after its last publication.
 *
 * @param header the header of the state
 * @param nextOffset the first record not yet read
 * @param publishedSeq the last event known to be committed
 * @param nextDeadline the log time, epoch ms, at which something is due next; null if nothing is
 * @param held number of held locks
 * @param waiting number of waiting requests
 * @param logTime the log time; null before the first record that was appended since the start
 */
public record PartitionProgress(
    PartitionHeader header,
    long nextOffset,
    long publishedSeq,
    @Nullable Long nextDeadline,
    long held,
    long waiting,
    @Nullable LogTime logTime) {

  /** The metadata to commit with it. */
  CommitMetadata metadata() {
    boolean isIdle = !hasLocks() && nextDeadline == null;
    return new CommitMetadata(publishedSeq, header, isIdle);
  }

  /** Says whether something is held or somebody waits. */
  boolean hasLocks() {
    return held + waiting > 0;
  }

  static PartitionProgress of(
      Outcome.Applied applied, long nextOffset, long publishedSeq, @Nullable LogTime logTime) {
    return new PartitionProgress(
        applied.header(),
        nextOffset,
        publishedSeq,
        applied.nextDeadline(),
        applied.held(),
        applied.waiting(),
        logTime);
  }
}
