package io.lockarbiter.console.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one reader of the stream has not taken yet, bounded in count and bytes. Who is too slow, or
 * asks for what is no longer kept, is told to read the state anew.
 */
public final class Subscription {
  private static final int MOST_EVENTS = 20_000;
  private static final long MOST_BYTES = 16L << 20;

  private final Predicate<StreamedEvent> wanted;
  private final Deque<StreamedEvent> queue = new ArrayDeque<>();
  private final TreeMap<Integer, Long> offered = new TreeMap<>();
  private long bytes;
  private boolean reset;

  Subscription(Predicate<StreamedEvent> wanted) {
    this.wanted = wanted;
  }

  /**
   * What a reader is given.
   *
   * @param events in order; empty if none came
   * @param position up to where the reader has come with them: {@code partition:seq}, by commas
   * @param reset whether there is a gap behind these events, and nothing more to come
   */
  public record Batch(List<StreamedEvent> events, String position, boolean reset) {}

  /** Begins in a partition after an event of that number. */
  synchronized void begin(int partition, long seq) {
    offered.put(partition, seq);
  }

  synchronized void offer(StreamedEvent event) {
    Long before = offered.get(event.partition());
    if (reset || before == null || event.seq() <= before) {
      return;
    }
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

  /** Ends it: the reader has to begin anew from the state. */
  synchronized void reset() {
    reset = true;
    queue.clear();
    bytes = 0;
    notifyAll();
  }

  /**
   * Waits for events.
   *
   * @param patienceMs longest wait
   */
  public synchronized Batch take(long patienceMs) throws InterruptedException {
    long deadline = System.nanoTime() + patienceMs * 1_000_000;
    while (queue.isEmpty() && !reset) {
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
            .map(entry -> entry.getKey() + ":" + entry.getValue())
            .collect(Collectors.joining(","));
    return new Batch(events, position, reset);
  }
}
