package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.Blocker;
import java.util.List;

/**
 * The blockers that a request would meet now.
 *
 * @param blockedBy the locks and requests in its way, at most {@link Blocker#MAX_LISTED}; empty if
 *     it would be granted
 * @param moreBlockers whether there are more of these
 * @param waiting number of requests that wait on the account
 */
public record Explanation(List<Blocker> blockedBy, boolean moreBlockers, int waiting) {}
