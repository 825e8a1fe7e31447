package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.Map;

/** The counts of a client at one moment. */
record ClientStatistics(
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
    Duration held)
    implements LockClientStatistics {
  ClientStatistics {
    refused = Map.copyOf(refused);
    lostBy = Map.copyOf(lostBy);
  }
}
