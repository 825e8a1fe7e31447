package io.lockarbiter.console.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * So many tries of one kind within a minute, for each who tries, and ten times as many for all. Of
 * who tries only the latest thousands are remembered; the limit for all holds whoever they are.
 */
public final class RateLimit {
  private static final long WINDOW_NANOS = 60_000_000_000L;
  private static final int MOST_REMEMBERED = 5_000;
  private static final int FOR_ALL = 10;

  private final int most;
  private final LongSupplier nanoTime;
  private final Bucket all;
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

  /** A limit. */
  public RateLimit(int mostPerMinute, LongSupplier nanoTime) {
    this.most = mostPerMinute;
    this.nanoTime = nanoTime;
    this.all = new Bucket((double) mostPerMinute * FOR_ALL, nanoTime.getAsLong());
  }

  /** Says whether one more is allowed, and counts it if so. */
  public synchronized boolean allows(String who) {
    long now = nanoTime.getAsLong();
    Bucket own = buckets.computeIfAbsent(who, name -> new Bucket(most, now));
    return own.take(most, now) && all.take(most * FOR_ALL, now);
  }
}
