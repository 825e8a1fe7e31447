package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import java.util.HashMap;
import java.util.Map;

/** Measures how long each account gets no event, and checks that its tokens rise. Thread-safe. */
final class AccountEvents {
  private static final long MS = 1_000_000;

  private final Map<String, Long> lastNanos = new HashMap<>();
  private final Map<String, Long> lastTokens = new HashMap<>();
  private long longestNanos;
  private long fallenTokens;

  /** Takes an event, in the order of its account. */
  synchronized void read(Event event) {
    String account = event.head().account();
    long now = System.nanoTime();
    Long last = lastNanos.put(account, now);
    longestNanos = Math.max(longestNanos, last == null ? 0 : now - last);
    if (event instanceof Granted granted && !granted.repeated()) {
      Long before = lastTokens.put(account, granted.token());
      fallenTokens += before == null || granted.token() > before ? 0 : 1;
    }
  }

  /** Begins to measure silences. */
  synchronized void begin() {
    long now = System.nanoTime();
    lastNanos.replaceAll((account, last) -> now);
    longestNanos = 0;
  }

  /** Returns the longest time since {@link #begin} in which an account got no event, ms. */
  synchronized long longestSilenceMs() {
    long now = System.nanoTime();
    long open = lastNanos.values().stream().mapToLong(last -> now - last).max().orElse(0);
    return Math.max(longestNanos, open) / MS;
  }

  /** Returns the number of grants whose token was not above the one before. */
  synchronized long fallenTokens() {
    return fallenTokens;
  }
}
