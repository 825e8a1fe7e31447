package io.lockarbiter.gateway.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A quota per minute for each of many names, as a bucket that fills evenly. Only the latest
 * thousands of names are remembered. Safe for use by many threads.
 */
public final class Quota {
  private static final double MINUTE_NANOS = 60_000_000_000d;
  private static final int MOST_NAMES = 10_000;

  private final long perMinute;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_NAMES;
        }
      };

  private static final class Bucket {
    private double left;
    private long at;

    Bucket(double left, long at) {
      this.left = left;
      this.at = at;
    }
  }

  /** A quota of so many units for each name within a minute; as many may come at once. */
  public Quota(long perMinute, LongSupplier nanoTime) {
    this.perMinute = perMinute;
    this.nanoTime = nanoTime;
  }

  /** Takes units; returns the time after which they can be taken, zero if they were. */
  public synchronized Duration take(String name, long units) {
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(name, each -> new Bucket(perMinute, now));
    bucket.left = Math.min(perMinute, bucket.left + perMinute * ((now - bucket.at) / MINUTE_NANOS));
    bucket.at = now;
    // More units than fit can be taken from a full bucket; it is below zero then.
    double wanted = Math.min(units, perMinute);
    if (bucket.left < wanted) {
      return Duration.ofNanos(1 + (long) ((wanted - bucket.left) / perMinute * MINUTE_NANOS));
    }
    bucket.left -= units;
    return Duration.ZERO;
  }

  /** Gives units back that were taken. */
  public synchronized void giveBack(String name, long units) {
    Bucket bucket = buckets.get(name);
    if (bucket != null) {
      bucket.left = Math.min(perMinute, bucket.left + units);
    }
  }
}
