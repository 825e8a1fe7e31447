package io.lockarbiter.client.work;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A set of offsets, as ranges that neither overlap nor touch. Not thread-safe. */
final class OffsetRanges {
  /**
   * Offsets that follow each other.
   *
   * @param from the first
   * @param to the first behind them
   */
  record Range(long from, long to) {
    long length() {
      return to - from;
    }
  }

  private final NavigableMap<Long, Long> ends = new TreeMap<>();

  /** A set with the same offsets, which changes by itself. */
  OffsetRanges copy() {
    OffsetRanges copy = new OffsetRanges();
    copy.ends.putAll(ends);
    return copy;
  }

  void add(long from, long to) {
    if (from >= to) {
      return;
    }
    long begin = from;
    long end = to;
    Map.Entry<Long, Long> before = ends.floorEntry(from);
    if (before != null && before.getValue() >= from) {
      begin = before.getKey();
    }
    for (Map.Entry<Long, Long> next = ends.ceilingEntry(begin);
        next != null && next.getKey() <= end;
        next = ends.ceilingEntry(begin)) {
      end = Math.max(end, next.getValue());
      ends.remove(next.getKey());
    }
    ends.put(begin, end);
  }

  void remove(long from, long to) {
    long done = from;
    while (done < to) {
      Range range = rangeAfter(done);
      if (range == null || range.from() >= to) {
        return;
      }
      ends.remove(range.from());
      add(range.from(), from);
      add(to, range.to());
      done = range.to();
    }
  }

  /** The first range that reaches beyond the offset; null if there is none. */
  private @Nullable Range rangeAfter(long offset) {
    Map.Entry<Long, Long> before = ends.floorEntry(offset);
    return rangeOf(
        before != null && before.getValue() > offset ? before : ends.higherEntry(offset));
  }

  private static @Nullable Range rangeOf(Map.@Nullable Entry<Long, Long> entry) {
    return entry == null ? null : new Range(entry.getKey(), entry.getValue());
  }

  boolean contains(long offset) {
    Map.Entry<Long, Long> before = ends.floorEntry(offset);
    return before != null && before.getValue() > offset;
  }

  boolean isEmpty() {
    return ends.isEmpty();
  }

  /** The number of offsets. */
  long size() {
    return ends.entrySet().stream().mapToLong(each -> each.getValue() - each.getKey()).sum();
  }

  /** The ranges, ascending. */
  Iterable<Range> ranges() {
    return () ->
        ends.entrySet().stream().map(each -> new Range(each.getKey(), each.getValue())).iterator();
  }

  @Override
  public String toString() {
    return ends.toString();
  }
}
