package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.embedded.measure.Latencies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the demo at one moment, as shown.
 *
 * @param elapsed since the work began
 * @param held locks that are held now
 * @param answers from command to event, since the work began
 * @param latestAnswers the same over the last seconds
 * @param answersPerSecond over the last seconds
 * @param recentRejections in words, latest first
 * @param losses of Redis; null if the run causes none
 */
record DemoState(
    Locking locking,
    Duration elapsed,
    long granted,
    long held,
    QueueState queue,
    Latencies answers,
    Latencies latestAnswers,
    double answersPerSecond,
    Map<RejectReason, Long> rejections,
    List<String> recentRejections,
    FileCounts files,
    FileChecks checks,
    @Nullable LossState losses) {

  boolean asks() {
    return locking != Locking.NONE;
  }

  long rejected() {
    return rejections.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the file operations done per second, since the work began. */
  double operationsPerSecond() {
    return elapsed.isZero() ? 0 : files.done() * 1e9 / elapsed.toNanos();
  }
}
