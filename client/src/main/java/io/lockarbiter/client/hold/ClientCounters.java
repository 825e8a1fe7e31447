package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientStatistics;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.event.RejectReason;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** The counters of a client. */
final class ClientCounters {
  final AtomicInteger inFlight = new AtomicInteger();
  final AtomicInteger leases = new AtomicInteger();
  final LongAdder asked = new LongAdder();
  final LongAdder granted = new LongAdder();
  final LongAdder renewals = new LongAdder();
  final LongAdder resent = new LongAdder();
  final LongAdder lateGrants = new LongAdder();
  final LongAdder gaps = new LongAdder();
  final LongAdder leakWarnings = new LongAdder();
  final LongAdder unanswered = new LongAdder();
  final LongAdder newer = new LongAdder();
  private final Map<RejectReason, LongAdder> refused = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> lost = new ConcurrentHashMap<>();
  private final LongAdder acquired = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder heldNanos = new LongAdder();

  void refused(RejectReason reason) {
    refused.computeIfAbsent(reason, key -> new LongAdder()).increment();
  }

  void lost(LostReason reason) {
    lost.computeIfAbsent(reason.word(), key -> new LongAdder()).increment();
  }

  /** Counts a request that became a lease, and its waiting time. */
  void acquired(long nanos) {
    acquired.increment();
    waitedNanos.add(nanos);
  }

  /** Counts a lease that has ended, and the time for which it was held. */
  void ended(long nanos) {
    ended.increment();
    heldNanos.add(nanos);
  }

  LockClientStatistics snapshot() {
    return new ClientStatistics(
        inFlight.get(),
        leases.get(),
        asked.sum(),
        granted.sum(),
        renewals.sum(),
        resent.sum(),
        lateGrants.sum(),
        lost.values().stream().mapToLong(LongAdder::sum).sum(),
        gaps.sum(),
        leakWarnings.sum(),
        unanswered.sum(),
        newer.sum(),
        sums(refused),
        sums(lost),
        acquired.sum(),
        Duration.ofNanos(waitedNanos.sum()),
        ended.sum(),
        Duration.ofNanos(heldNanos.sum()));
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> counts) {
    return counts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().sum()));
  }
}
