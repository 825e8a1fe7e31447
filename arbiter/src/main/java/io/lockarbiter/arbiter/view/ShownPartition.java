package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.watch.Stall;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A partition as it is shown: what its worker says, and what only the watches see.
 *
 * @param status null if it is not this instance's
 * @param stalls why nothing goes on, the weightiest first
 * @param heldBack offsets of {@code lock.commands} behind an open transaction, which no lag counts
 */
record ShownPartition(
    int partition, @Nullable PartitionStatus status, List<Stall> stalls, long heldBack) {
  /** The state of a partition that runs, or that no arbiter has, and in which nothing goes on. */
  static final String STALLED = "STALLED";

  /** Claims that it is this instance's. */
  boolean isAssigned() {
    return status != null;
  }

  /** A partition that does not run says so itself. */
  boolean isStalled() {
    return !stalls.isEmpty() && (status == null || status.state() == PartitionState.RUNNING);
  }

  /** Null if it is not this instance's, and nothing is known against it. */
  @Nullable String state() {
    if (isStalled()) {
      return STALLED;
    }
    return status == null ? null : status.state().name();
  }

  /** Why it stands; null if it does not. */
  @Nullable String reason() {
    if (isStalled()) {
      return stalls.get(0).cause().name();
    }
    return status == null || status.halt() == null ? null : status.halt().name();
  }

  /** The fact, its consequence and the remedy; null if nothing is wrong. */
  @Nullable String why() {
    if (isStalled()) {
      return "partition=%d: %s"
          .formatted(
              partition, stalls.stream().map(Stall::why).collect(Collectors.joining(". Also: ")));
    }
    return status == null ? null : status.why();
  }

  /** Offsets not decided; −1 if unknown. */
  long lag() {
    return status == null || status.lag() < 0 ? -1 : status.lag() + heldBack;
  }
}
