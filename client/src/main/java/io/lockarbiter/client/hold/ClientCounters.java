package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientStatistics;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is counted while a client works. */
final class ClientCounters {
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger leases = new AtomicInteger();
  final LongAdder asked = new LongAdder();
  final LongAdder granted = new LongAdder();
  final LongAdder renewals = new LongAdder();
  final LongAdder resent = new LongAdder();
  final LongAdder lateGrants = new LongAdder();
  final LongAdder lost = new LongAdder();
  final LongAdder gaps = new LongAdder();
  final LongAdder leakWarnings = new LongAdder();

  LockClientStatistics snapshot() {
    return new LockClientStatistics(
        inFlight.get(),
        leases.get(),
        asked.sum(),
        granted.sum(),
        renewals.sum(),
        resent.sum(),
        lateGrants.sum(),
        lost.sum(),
        gaps.sum(),
        leakWarnings.sum());
  }
}
