package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a partition after its last publication.
 *
 * @param header of the state
 * @param nextOffset first record not yet read
 * @param publishedSeq last event known to be committed
 * @param nextDeadline log time, epoch ms, at which something is due; null if nothing ever
 * @param held number of held locks
 * @param waiting number of waiting requests
 * @param logTime null before the first record that was appended since the start
 */
public record PartitionProgress(
    PartitionHeader header,
    long nextOffset,
    long publishedSeq,
    @Nullable Long nextDeadline,
    long held,
    long waiting,
    @Nullable LogTime logTime) {

  /** What is to be committed with it. */
  CommitMetadata metadata() {
    return new CommitMetadata(publishedSeq, header, held + waiting == 0);
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
