package io.lockarbiter.arbiter.partition;

import org.jspecify.annotations.Nullable;

/**
 * The status of a partition at one moment.
 *
 * @param why the problem, for an operator; null if there is none
 * @param halt the reason of the halt; null unless it is halted
 * @param haltId the id of the halt, see {@link HaltId}; null unless it is halted
 * @param progress the progress; null before the start position is found for the first time
 * @param recovery the progress of a recovery; null if there is none
 * @param lag the number of offsets of {@code lock.commands} not yet read; −1 if unknown
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

  /** The status of a partition just assigned. */
  public static PartitionStatus starting(int partition) {
    return new PartitionStatus(
        partition, PartitionState.STARTING, null, null, null, null, null, -1);
  }

  /** The status of the partition while it decides. */
  public PartitionStatus running(PartitionProgress now) {
    return new PartitionStatus(partition, PartitionState.RUNNING, null, null, null, now, null, lag);
  }

  /** The status of the partition while it tries again. */
  public PartitionStatus retrying(String reason) {
    return new PartitionStatus(
        partition, PartitionState.RETRYING, reason, null, null, progress, null, lag);
  }

  /**
   * The status of the partition while its state is rebuilt, without its earlier progress, which no
   * longer holds.
   */
  public PartitionStatus recovering(RecoveryProgress now) {
    return new PartitionStatus(
        partition, PartitionState.RECOVERING, now.why(), null, null, null, now, lag);
  }

  /** The status of the partition while it is halted. */
  public PartitionStatus halted(Halt cause, String id) {
    return new PartitionStatus(
        partition, PartitionState.HALTED, cause.message(), cause.reason(), id, progress, null, lag);
  }

  /** This status with the number of offsets not yet read. */
  public PartitionStatus withLag(long offsets) {
    return new PartitionStatus(partition, state, why, halt, haltId, progress, recovery, offsets);
  }
}
