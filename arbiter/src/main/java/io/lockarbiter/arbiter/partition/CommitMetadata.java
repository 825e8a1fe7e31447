package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a partition's committed offset, in a transaction with the events or behind them:
 * the state after the last record whose events are all published. Events of later records up to
 * {@code publishedSeq} are published too, because too many events for one transaction take several.
 *
 * @param publishedSeq the number of the last event committed; 0 if none
 * @param state the state after the last record done; a replay of the log up to it must lead to the
 *     same state
 * @param idle whether nothing is held, nothing waits and no session is alive in that state; false
 *     also while unknown
 */
public record CommitMetadata(long publishedSeq, PartitionHeader state, boolean idle) {
  /** The version of the metadata that this code writes and reads. */
  public static final int FORMAT = 2;

  /**
   * The version that it writes, and reads too, if the settings have {@link Settings#UNTOLD_CASE}:
   * earlier builds would take that for names without case.
   */
  public static final int FORMAT_OF_UNTOLD_CASE = 3;

  /**
   * The version that it writes, and reads too, if the settings have an epoch: earlier builds would
   * leave that out of a state that they build anew.
   */
  public static final int FORMAT_OF_EPOCH = 4;

  /** Says whether this code reads a version. */
  public static boolean reads(int format) {
    return format >= FORMAT && format <= FORMAT_OF_EPOCH;
  }

  /** The metadata of a partition in which nothing has happened. */
  public static final CommitMetadata NOTHING =
      new CommitMetadata(0, new PartitionHeader(-1, 0, -1, 0, 0, Settings.INITIAL), true);

  /** The metadata of a state whose events are all published. */
  public static CommitMetadata of(PartitionHeader state) {
    return new CommitMetadata(state.seq(), state, false);
  }

  /** This metadata with events published up to a later one. */
  public CommitMetadata upTo(long seq) {
    return new CommitMetadata(seq, state, idle);
  }

  /** Says whether a state knows less than was published, or is missing. */
  public boolean exceeds(@Nullable PartitionHeader found) {
    return found == null || found.appliedOffset() < appliedOffset();
  }

  /** The version in which it is written. */
  public int format() {
    if (state.settings().get(Setting.EPOCH) > 0) {
      return FORMAT_OF_EPOCH;
    }
    return state.settings().get(Setting.NAMES_WITHOUT_CASE) == Settings.UNTOLD_CASE
        ? FORMAT_OF_UNTOLD_CASE
        : FORMAT;
  }

  /** The last record whose events are all published; −1 if none. */
  public long appliedOffset() {
    return state.appliedOffset();
  }
}
