package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;

/**
 * What travels with the committed offset of a partition, in the same transaction as the events: the
 * state as it was after {@code appliedOffset}, all of whose events are published. Of the records
 * behind it, those up to {@code publishedSeq} are published too: events that are too many for one
 * transaction take several.
 *
 * @param format version of this record
 * @param publishedSeq number of the last event committed; 0 if none
 * @param appliedOffset last record whose outcome is published whole; −1 if none
 * @param at log time after that record, epoch ms
 * @param settings after that record
 */
public record CommitMetadata(
    int format, long publishedSeq, long appliedOffset, long at, Settings settings) {
  /** The version that this code writes and reads. */
  public static final int FORMAT = 1;

  /** That of a partition in which nothing has happened. */
  static final CommitMetadata NOTHING = new CommitMetadata(FORMAT, 0, -1, 0, Settings.INITIAL);

  /** The metadata of a state whose events are all published. */
  public static CommitMetadata of(PartitionHeader header) {
    return new CommitMetadata(
        FORMAT, header.seq(), header.appliedOffset(), header.at(), header.settings());
  }

  /** The same with events published up to another one. */
  CommitMetadata upTo(long seq) {
    return new CommitMetadata(format, seq, appliedOffset, at, settings);
  }
}
