package io.lockarbiter.client;

/**
 * Counts of one client.
 *
 * @param inFlight acquires and forced releases that are unanswered now
 * @param leases leases held now
 * @param asked acquires since the client was opened, new attempts included
 * @param granted leases handed out
 * @param renewals renewals sent
 * @param resent commands sent again because no answer came
 * @param lateGrants grants that arrived after their safe end and were released
 * @param lost leases lost
 * @param gaps times that events may have been missed
 * @param leakWarnings leases held for so long that they may have been forgotten
 */
public record LockClientStatistics(
    long inFlight,
    long leases,
    long asked,
    long granted,
    long renewals,
    long resent,
    long lateGrants,
    long lost,
    long gaps,
    long leakWarnings) {}
