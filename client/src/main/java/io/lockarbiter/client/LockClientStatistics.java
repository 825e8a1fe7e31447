package io.lockarbiter.client;

import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.Map;

/** Counts of one client. Made by the client; may get more methods. */
public interface LockClientStatistics {
  /** Acquires and forced releases that are unanswered now. */
  long inFlight();

  /** Leases held now. */
  long leases();

  /**
   * Acquires and submissions since the client was opened. An acquire counts once more when it is
   * asked for anew because its grant came too late.
   */
  long asked();

  /** Leases handed out. */
  long granted();

  /** Renewals sent. */
  long renewals();

  /** Commands sent again because no answer came. */
  long resent();

  /** Grants that arrived after their safe end and were released. */
  long lateGrants();

  /** Leases lost. */
  long lost();

  /** Times that events may have been missed. */
  long gaps();

  /** Leases held for longer than the leak warning, so that they may have been forgotten. */
  long leakWarnings();

  /** Commands given up without an answer. */
  long unanswered();

  /** Events with a word that only newer arbiters know. */
  long newer();

  /** Acquires refused, by reason; reasons that did not occur are left out. */
  Map<RejectReason, Long> refused();

  /** Leases lost, by {@link LostReason#word}; reasons that did not occur are left out. */
  Map<String, Long> lostBy();

  /** Requests that became a lease. */
  long acquired();

  /** Total time of the acquired requests, from the call to the lease. */
  Duration waited();

  /** Leases that have ended, for any reason. */
  long ended();

  /** Total time of the ended leases, from the lease to its end. */
  Duration held();
}
