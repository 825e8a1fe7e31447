package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Blocker;
import java.util.List;

/**
 * A waiting request, where it stands and why.
 *
 * @param position 1 = next in the account's queue
 * @param blockedBy what it waits for now, at most {@link Blocker#MAX_LISTED}
 * @param moreBlockers whether there are more of these
 */
public record QueuedRequest(
    WaitingRequest request, int position, List<Blocker> blockedBy, boolean moreBlockers) {}
