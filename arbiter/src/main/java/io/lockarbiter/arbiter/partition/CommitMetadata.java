package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * What travels with the committed offset of a partition, in the same transaction as the events: the
 * state after the last record whose outcome is published whole. Of the records behind that one,
 * those up to {@code publishedSeq} are published too: events that are too many for one transaction
 * take several.
 *
 * @param publishedSeq number of the last event committed; 0 if none
 * @param state after the last record done; whoever is fed the log up to it must come to the same
 * @param idle whether nothing is held and nothing waits in that state; false also while unknown
 */
public record CommitMetadata(long publishedSeq, PartitionHeader state, boolean idle) {
  /** The version that this code writes and reads. */
  public static final int FORMAT = 2;

  /** That of a partition in which nothing has happened. */
  public static final CommitMetadata NOTHING =
      new CommitMetadata(0, new PartitionHeader(-1, 0, -1, 0, 0, Settings.INITIAL), true);

  /** The metadata of a state whose events are all published. */
  public static CommitMetadata of(PartitionHeader state) {
    return new CommitMetadata(state.seq(), state, false);
  }

  /** The same with events published up to another one. */
  public CommitMetadata upTo(long seq) {
    return new CommitMetadata(seq, state, idle);
  }

  /** Claims that a state does not know all that was published, or is not there. */
  public boolean exceeds(@Nullable PartitionHeader found) {
    return found == null || found.appliedOffset() < appliedOffset();
  }

  /** The last record whose outcome is published whole; −1 if none. */
  public long appliedOffset() {
    return state.appliedOffset();
  }
}
