package io.lockarbiter.console.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the attempts of one kind within a minute, for each client. Only the latest thousands of
 * clients are remembered, so the cost of an attempt needs a bound of its own.
 */
public final class RateLimit {
  private static final long WINDOW_NANOS = 60_000_000_000L;
  private static final int MOST_REMEMBERED = 5_000;

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  private static final class Bucket {
    private double left;
    private long at;

    Bucket(double left, long at) {
      this.left = left;
      this.at = at;
    }

    boolean take(int most, long now) {
      left = Math.min(most, left + (double) most * (now - at) / WINDOW_NANOS);
      at = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }

  public RateLimit(int mostPerMinute, LongSupplier nanoTime) {
    this.most = mostPerMinute;
    this.nanoTime = nanoTime;
  }

  /** Says whether one more attempt is allowed, and counts it if so. */
  public synchronized boolean allows(String who) {
    long now = nanoTime.getAsLong();
    return buckets.computeIfAbsent(who, name -> new Bucket(most, now)).take(most, now);
  }
}
