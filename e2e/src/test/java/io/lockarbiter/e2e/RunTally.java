package io.lockarbiter.e2e;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of what clients did, and the wrong answers that they saw. Safe for use by many threads.
 */
final class RunTally {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  void count(String what) {
    count(what, 1);
  }

  void count(String what, long times) {
    counts.computeIfAbsent(what, key -> new LongAdder()).add(times);
  }

  long of(String what) {
    LongAdder count = counts.get(what);
    return count == null ? 0 : count.sum();
  }

  /** Notes an answer that no client should get. */
  void wrong(String what) {
    wrong.add(what);
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** All counts by name. */
  Map<String, Long> counts() {
    Map<String, Long> all = new ConcurrentSkipListMap<>();
    counts.forEach((what, count) -> all.put(what, count.sum()));
    return all;
  }
}
