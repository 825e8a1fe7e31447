package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import java.util.HashMap;
import java.util.Map;

/** How long each account hears nothing, and whether its tokens rise. Thread-safe. */
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

  /** Looks for silences from now on. */
  synchronized void begin() {
    long now = System.nanoTime();
    lastNanos.replaceAll((account, last) -> now);
    longestNanos = 0;
  }

  /** The longest time in which an account heard nothing since {@link #begin}, ms. */
  synchronized long longestSilenceMs() {
    long now = System.nanoTime();
    long open = lastNanos.values().stream().mapToLong(last -> now - last).max().orElse(0);
    return Math.max(longestNanos, open) / MS;
  }

  /** Grants whose token was not above the one before. */
  synchronized long fallenTokens() {
    return fallenTokens;
  }
}
