package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.event.RejectReason;
import java.util.List;
import java.util.Map;

/**
 * Everything the demo shows, at one moment.
 *
 * @param seconds since the work began
 * @param locked whether the arbiter is asked
 * @param answers commands answered
 * @param answersPerSecond over the last seconds
 * @param p50Ms from command to event, over the last seconds
 * @param p99Ms from command to event, over the last seconds
 */
record DemoState(
    long seconds,
    boolean locked,
    long granted,
    long held,
    QueueState queue,
    long answers,
    double answersPerSecond,
    double p50Ms,
    double p99Ms,
    Map<RejectReason, Long> rejections,
    List<String> recentRejections,
    FileCounts files,
    FileChecks checks) {

  long rejected() {
    return rejections.values().stream().mapToLong(Long::longValue).sum();
  }
}
