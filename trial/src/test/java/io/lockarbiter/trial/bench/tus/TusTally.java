package io.lockarbiter.trial.bench.tus;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts the answers to all uploads; safe for use by many threads. */
final class TusTally {
  final LongAdder finished = new LongAdder();
  final LongAdder cuts = new LongAdder();
  final LongAdder bytes = new LongAdder();

  /** Times between a kill and the next answer that took the lock, ms, of uploads at that server. */
  final List<Long> resumedAfterMs = new CopyOnWriteArrayList<>();

  /** Violations, in words. */
  final List<String> faults = new CopyOnWriteArrayList<>();

  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final AtomicLong longestRefusedMs = new AtomicLong();

  void status(int status) {
    statuses.computeIfAbsent(status, none -> new LongAdder()).increment();
  }

  /** An upload was refused as locked for so long. */
  void refused(long ms) {
    longestRefusedMs.accumulateAndGet(ms, Math::max);
  }

  long longestRefusedMs() {
    return longestRefusedMs.get();
  }

  Map<Integer, LongAdder> statuses() {
    return statuses;
  }
}
