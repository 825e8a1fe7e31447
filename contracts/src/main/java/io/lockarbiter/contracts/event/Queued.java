package io.lockarbiter.contracts.event;

import java.util.List;

/**
 * The request waits.
 *
 * @param position 1 = next in the account's queue
 * @param deadline log time at which the wait times out, epoch ms
 * @param requestedAt log time of the request, epoch ms
 * @param blockedBy at most {@link Blocker#MAX_LISTED}; empty in repeated events
 */
public record Queued(
    EventHead head,
    LockFields subject,
    int position,
    long deadline,
    long requestedAt,
    List<Blocker> blockedBy,
    boolean moreBlockers,
    boolean repeated)
    implements Event {
  @Override
  public EventType type() {
    return EventType.QUEUED;
  }
}
