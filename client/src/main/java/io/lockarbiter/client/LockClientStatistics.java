package io.lockarbiter.client;

import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.Map;

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
 * @param unanswered commands given up without an answer
 * @param newer events with a word that only newer arbiters know
 * @param refused acquires refused, by reason; reasons that did not occur are left out
 * @param lostBy leases lost, by {@link LostReason#word}; what did not occur is left out
 * @param acquired requests that became a lease
 * @param waited time of these together, from the call to the lease
 * @param ended leases that are held no more, whatever ended them
 * @param held time of these together, from the lease to its end
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
    long leakWarnings,
    long unanswered,
    long newer,
    Map<RejectReason, Long> refused,
    Map<String, Long> lostBy,
    long acquired,
    Duration waited,
    long ended,
    Duration held) {
  public LockClientStatistics {
    refused = Map.copyOf(refused);
    lostBy = Map.copyOf(lostBy);
  }
}
