package io.lockarbiter.console.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The events that one reader of the stream has not taken yet, bounded in count and bytes. The
 * reader is told to read the state again if he is too slow, if he asks for events that are no
 * longer kept or were never seen, or if the events before his position are not published in time.
 */
public final class Subscription {
  private static final int MOST_EVENTS = 20_000;
  private static final long MOST_BYTES = 16L << 20;

  /**
   * Longest time for which a reader may be ahead of the published events. A view may contain
   * decisions that are not published yet, mostly for milliseconds; a position of a log that was
   * created again is never reached.
   */
  private static final long MOST_AHEAD_NANOS = 5_000_000_000L;

  private final Predicate<StreamedEvent> wanted;
  private final Deque<StreamedEvent> queue = new ArrayDeque<>();
  private final TreeMap<Integer, Long> offered = new TreeMap<>();
  private final Map<Integer, Long> aheadSince = new HashMap<>();
  private final LongSupplier nanoTime;
  private long bytes;
  private boolean reset;
  private boolean ended;

  Subscription(Predicate<StreamedEvent> wanted, LongSupplier nanoTime) {
    this.wanted = wanted;
    this.nanoTime = nanoTime;
  }

  /**
   * Events for a reader.
   *
   * @param events in order; empty if none came
   * @param position of the reader after them: {@code partition:seq}, separated by commas
   * @param reset whether there is a gap after these events, and the stream ends
   */
  public record Batch(List<StreamedEvent> events, String position, boolean reset) {}

  /**
   * Begins in a partition after the event with this number; {@link EventRing#NONE} = with the first
   * that comes.
   */
  synchronized void begin(int partition, long seq) {
    offered.put(partition, seq);
  }

  /** Notes that the reader knows later events of this partition than are published. */
  synchronized void isAhead(int partition) {
    aheadSince.putIfAbsent(partition, nanoTime.getAsLong());
  }

  synchronized void offer(StreamedEvent event) {
    Long before = offered.get(event.partition());
    if (reset || before == null) {
      return;
    }
    if (event.seq() <= before) {
      isAhead(event.partition());
      return;
    }
    if (before != EventRing.NONE && event.seq() > before + 1) {
      reset();
      return;
    }
    aheadSince.remove(event.partition());
    if (wanted.test(event)) {
      if (queue.size() >= MOST_EVENTS || bytes + event.bytes() > MOST_BYTES) {
        reset();
        return;
      }
      queue.addLast(event);
      bytes += event.bytes();
      notifyAll();
    }
    offered.put(event.partition(), event.seq());
  }

  synchronized void restarted(int partition) {
    if (offered.containsKey(partition)) {
      reset();
    }
  }

  /** Ends the subscription: the reader has to read the state again. */
  synchronized void reset() {
    reset = true;
    queue.clear();
    bytes = 0;
    notifyAll();
  }

  /** Ends the subscription, and wakes the thread that waits in {@link #take}. */
  public synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Waits for events.
   *
   * @param patienceMs longest wait, ms
   */
  public synchronized Batch take(long patienceMs) throws InterruptedException {
    long now = nanoTime.getAsLong();
    if (aheadSince.values().stream().anyMatch(since -> now - since > MOST_AHEAD_NANOS)) {
      reset();
    }
    long deadline = System.nanoTime() + patienceMs * 1_000_000;
    while (queue.isEmpty() && !reset && !ended) {
      long leftMs = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        break;
      }
      wait(leftMs);
    }
    List<StreamedEvent> events = new ArrayList<>(queue);
    queue.clear();
    bytes = 0;
    String position =
        offered.entrySet().stream()
            .map(entry -> entry.getKey() + ":" + Math.max(0, entry.getValue()))
            .collect(Collectors.joining(","));
    return new Batch(events, position, reset);
  }
}
