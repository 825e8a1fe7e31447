package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.util.concurrent.atomic.AtomicBoolean;

/** The first answer to a command; its delay is recorded. */
final class FirstAnswer {
  private final LatencyHistogram latency;
  private final long askedAtNanos = System.nanoTime();
  private final AtomicBoolean came = new AtomicBoolean();

  FirstAnswer(LatencyHistogram latency) {
    this.latency = latency;
  }

  /** Notes an answer; only the first call counts. */
  void came() {
    if (came.compareAndSet(false, true)) {
      latency.record(System.nanoTime() - askedAtNanos);
    }
  }
}
