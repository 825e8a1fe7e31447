package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.Latencies;
import java.util.ArrayDeque;
import java.util.Deque;

/** The answers of the last seconds: how many, how fast. Not thread-safe. */
final class Window {
  private static final long LENGTH_NANOS = 5_000_000_000L;

  private final Deque<Sample> samples = new ArrayDeque<>();
  private Sample latest;

  Window(Latencies start) {
    latest = new Sample(start, System.nanoTime());
    samples.add(latest);
  }

  /** Moves on to this moment. */
  void move(Latencies now) {
    latest = new Sample(now, System.nanoTime());
    samples.add(latest);
    while (samples.size() > 2 && latest.atNanos() - samples.getFirst().atNanos() > LENGTH_NANOS) {
      samples.removeFirst();
    }
  }

  /** Durations within the window. */
  Latencies latencies() {
    return latest.latencies().since(samples.getFirst().latencies());
  }

  /** Answers per second within the window. */
  double perSecond() {
    double seconds = (latest.atNanos() - samples.getFirst().atNanos()) / 1e9;
    return seconds <= 0 ? 0 : latencies().total() / seconds;
  }

  private record Sample(Latencies latencies, long atNanos) {}
}
