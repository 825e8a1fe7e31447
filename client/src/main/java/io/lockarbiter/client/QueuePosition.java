package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import java.time.Instant;
import java.util.List;

/**
 * How a waiting request stands.
 *
 * @param position 1 = next in the account's queue
 * @param deadline log time at which the wait times out
 * @param blockers who is before it, at most five; named once, when the request is queued
 * @param moreBlockers says whether there are more
 */
public record QueuePosition(
    String lockId, int position, Instant deadline, List<Blocker> blockers, boolean moreBlockers) {
  public QueuePosition {
    blockers = List.copyOf(blockers);
  }
}
