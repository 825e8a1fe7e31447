package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * How a partition stands at one moment.
 *
 * @param why what is wrong, for an operator; null if nothing is
 * @param halt null unless it stands still
 * @param haltId as {@link HaltId}; null likewise
 * @param progress null before the start position is resolved for the first time
 * @param recovery how far the state is that is being brought back; null if it is not
 * @param lag number of offsets of {@code lock.commands} not yet read; −1 if unknown
 */
public record PartitionStatus(
    int partition,
    PartitionState state,
    @Nullable String why,
    @Nullable HaltReason halt,
    @Nullable String haltId,
    @Nullable PartitionProgress progress,
    @Nullable RecoveryProgress recovery,
    long lag) {

  /** A partition just assigned. */
  public static PartitionStatus starting(int partition) {
    return new PartitionStatus(
        partition, PartitionState.STARTING, null, null, null, null, null, -1);
  }

  /** The same, deciding. */
  public PartitionStatus running(PartitionProgress now) {
    return new PartitionStatus(partition, PartitionState.RUNNING, null, null, null, now, null, lag);
  }

  /** The same, trying again. */
  public PartitionStatus retrying(String reason) {
    return new PartitionStatus(
        partition, PartitionState.RETRYING, reason, null, null, progress, null, lag);
  }

  /** The same, with its state being brought back: what it was is no more. */
  public PartitionStatus recovering(RecoveryProgress now) {
    return new PartitionStatus(
        partition, PartitionState.RECOVERING, now.why(), null, null, null, now, lag);
  }

  /** The same, standing still. */
  public PartitionStatus halted(Halt cause, String id) {
    return new PartitionStatus(
        partition, PartitionState.HALTED, cause.message(), cause.reason(), id, progress, null, lag);
  }

  /** The same, so many offsets behind. */
  public PartitionStatus withLag(long offsets) {
    return new PartitionStatus(partition, state, why, halt, haltId, progress, recovery, offsets);
  }
}
