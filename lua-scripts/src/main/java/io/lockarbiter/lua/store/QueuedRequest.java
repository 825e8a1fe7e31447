package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Blocker;
import java.util.List;

/**
 * A waiting request with its position and its blockers.
 *
 * @param position 1 = next in the account's queue
 * @param blockedBy its present blockers, at most {@link Blocker#MAX_LISTED}
 * @param moreBlockers whether there are more of these
 */
public record QueuedRequest(
    WaitingRequest request, int position, List<Blocker> blockedBy, boolean moreBlockers) {}
