package io.lockarbiter.trial.bench.neighbours;

import java.util.Map;
import java.util.TreeMap;

/** What was answered to hostile accounts in a part of a run. Not thread-safe. */
final class Tally {
  private final Map<String, Long> kinds = new TreeMap<>();
  private long events;
  private long firstAskedMs = Long.MAX_VALUE;
  private long lastAppendedMs;
  private long firstDueMs = Long.MAX_VALUE;
  private long lastDueMs;

  /**
   * Takes an event.
   *
   * @param kind its type, with the reason if it has one
   * @param askedAtMs its log time
   * @param appendedAtMs when it was appended
   */
  void add(String kind, long askedAtMs, long appendedAtMs) {
    kinds.merge(kind, 1L, Long::sum);
    events++;
    firstAskedMs = Math.min(firstAskedMs, askedAtMs);
    lastAppendedMs = Math.max(lastAppendedMs, appendedAtMs);
  }

  /** Takes when a lease ends. */
  void addDue(long expiresAtMs) {
    firstDueMs = Math.min(firstDueMs, expiresAtMs);
    lastDueMs = Math.max(lastDueMs, expiresAtMs);
  }

  /** How many events there were of each kind. */
  Map<String, Long> kinds() {
    return new TreeMap<>(kinds);
  }

  long events() {
    return events;
  }

  /** When the first command was appended. */
  long firstAskedMs() {
    return firstAskedMs;
  }

  /** When the last answer was. */
  long lastAppendedMs() {
    return lastAppendedMs;
  }

  /** When the first lease ends. */
  long firstDueMs() {
    return firstDueMs;
  }

  /** When the last does. */
  long lastDueMs() {
    return lastDueMs;
  }
}
