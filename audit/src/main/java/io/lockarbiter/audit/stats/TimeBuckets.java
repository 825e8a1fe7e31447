package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.stats.StatsReport.Bucket;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts events by time, in at most {@value #MOST} spans; the spans widen as the history grows. */
final class TimeBuckets {
  static final int MOST = 240;

  /** Each is a multiple of the one before, so that whole spans can be merged. */
  private static final long[] WIDTHS_MS = {
    1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 43_200_000, 86_400_000
  };

  private static final int EXPIRED = EventType.values().length;

  private TreeMap<Long, long[]> counts = new TreeMap<>();
  private long width = WIDTHS_MS[0];

  void add(Event event) {
    long at = event.head().at();
    int column = column(event);
    counts.computeIfAbsent(Math.floorDiv(at, width), span -> new long[EXPIRED + 1])[column]++;
    while (counts.lastKey() - counts.firstKey() >= MOST) {
      widen();
    }
  }

  private static int column(Event event) {
    boolean expired =
        event instanceof Released released
            && (released.reason() == ReleaseReason.EXPIRED
                || released.reason() == ReleaseReason.SESSION_ENDED);
    return expired ? EXPIRED : event.type().ordinal();
  }

  private void widen() {
    long before = width;
    width = wider();
    TreeMap<Long, long[]> wide = new TreeMap<>();
    counts.forEach(
        (span, added) -> {
          long[] sum =
              wide.computeIfAbsent(
                  Math.floorDiv(span * before, width), other -> new long[EXPIRED + 1]);
          for (int i = 0; i < sum.length; i++) {
            sum[i] += added[i];
          }
        });
    counts = wide;
  }

  private long wider() {
    for (long candidate : WIDTHS_MS) {
      if (candidate > width) {
        return candidate;
      }
    }
    return 2 * width;
  }

  long widthMs() {
    return width;
  }

  /** Returns the spans from the first event to the last, empty ones included. */
  List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    if (counts.isEmpty()) {
      return buckets;
    }
    for (long span = counts.firstKey(); span <= counts.lastKey(); span++) {
      buckets.add(bucket(span * width, counts.getOrDefault(span, new long[EXPIRED + 1])));
    }
    return buckets;
  }

  private static Bucket bucket(long from, long[] count) {
    return new Bucket(
        from,
        count[EventType.GRANTED.ordinal()],
        count[EventType.QUEUED.ordinal()],
        count[EventType.REJECTED.ordinal()],
        count[EventType.RENEWED.ordinal()],
        count[EventType.RELEASED.ordinal()],
        count[EXPIRED]);
  }

  /** Returns when the first span begins; 0 if there is none. */
  long from() {
    Map.Entry<Long, long[]> first = counts.firstEntry();
    return first == null ? 0 : first.getKey() * width;
  }
}
