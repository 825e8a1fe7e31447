package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.Latencies;
import java.util.ArrayDeque;
import java.util.Deque;

/** The number and the latencies of the answers in the last seconds. Not thread-safe. */
final class Window {
  private static final long LENGTH_NANOS = 5_000_000_000L;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private Sample latest;

  Window(Latencies start) {
    latest = new Sample(start, System.nanoTime());
    samples.add(latest);
  }

  /** Moves the window to this moment. */
  void move(Latencies now) {
    latest = new Sample(now, System.nanoTime());
    samples.add(latest);
    while (samples.size() > 2 && latest.atNanos() - samples.getFirst().atNanos() > LENGTH_NANOS) {
      samples.removeFirst();
    }
  }

  /** Returns the latencies within the window. */
  Latencies latencies() {
    return latest.latencies().since(samples.getFirst().latencies());
  }

  /** Returns the answers per second within the window. */
  double perSecond() {
    double seconds = (latest.atNanos() - samples.getFirst().atNanos()) / 1e9;
    return seconds <= 0 ? 0 : latencies().total() / seconds;
  }

  private record Sample(Latencies latencies, long atNanos) {}
}
