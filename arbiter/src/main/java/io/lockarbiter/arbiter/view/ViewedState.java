package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.PartitionHeader;
import org.springframework.stereotype.Component;

/**
 * Checks the state behind a view. If Redis has lost it, nothing seems to be locked; while it is
 * recovered or halted, the view would not show the state of the next decisions.
 */
@Component
final class ViewedState {
  private final LockViews views;
  private final PartitionStatuses statuses;

  ViewedState(LockViews views, PartitionStatuses statuses) {
    this.views = views;
    this.statuses = statuses;
  }

  /**
   * Log time of a partition, epoch ms; call it when the view is made.
   *
   * @throws NoStateException if the view would be wrong
   */
  long at(int partition) {
    PartitionStatus status = statuses.get(partition);
    if (status != null
        && (status.state() == PartitionState.RECOVERING
            || status.state() == PartitionState.HALTED)) {
      throw new NoStateException(
          "partition=%d is %s: %s".formatted(partition, status.state(), status.why()));
    }
    PartitionHeader header = views.header(partition);
    if (header == null) {
      throw new NoStateException(
          "partition=%d has no state in Redis, or half of one: nobody has started it yet, or its owner brings the state back. Ask again, or see GET /api/partitions of its owner"
              .formatted(partition));
    }
    return header.at();
  }
}
