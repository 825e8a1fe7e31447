package io.lockarbiter.contracts.event;

import java.util.List;

/**
 * The blockers of a request.
 *
 * @param listed at most {@link Blocker#MAX_LISTED}
 * @param more whether there are more of these
 */
public record BlockedBy(List<Blocker> listed, boolean more) {}
