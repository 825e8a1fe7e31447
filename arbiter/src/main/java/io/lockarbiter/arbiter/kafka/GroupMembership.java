package io.lockarbiter.arbiter.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The view of a listener's consumer that its workers may use: the consumer is not safe for many
 * threads, this is.
 */
final class GroupMembership {
  /** Counts answered heartbeats; see "Consumer Group Metrics" in Kafka's documentation. */
  private static final String HEARTBEATS = "heartbeat-total";

  private final Consumer<?, ?> consumer;
  private final AtomicBoolean woken = new AtomicBoolean();
  private @Nullable Metric heartbeats;
  private long answered;
  private volatile long confirmations;

  GroupMembership(Consumer<?, ?> consumer) {
    this.consumer = consumer;
  }

  /** Runs on the listener's thread, before a poll. */
  void beforePoll() {
    woken.set(false);
    answered = answeredHeartbeats();
  }

  /** Runs on the listener's thread, after a poll, which has acted upon the earlier answers. */
  void afterPoll() {
    confirmations = answered;
  }

  private long answeredHeartbeats() {
    if (heartbeats == null) {
      heartbeats =
          consumer.metrics().values().stream()
              .filter(metric -> metric.metricName().name().equals(HEARTBEATS))
              .findAny()
              .orElse(null);
    }
    return heartbeats != null && heartbeats.metricValue() instanceof Number number
        ? number.longValue()
        : 0;
  }

  /**
   * Number of heartbeats that the group has answered and that a whole poll has followed: the
   * consumer has acted upon each answer, such as one that this is no member any more.
   */
  long confirmations() {
    return confirmations;
  }

  /** Ends the listener's poll, if one is under way, so that it sees the worker's request. */
  void wakeListener() {
    if (woken.compareAndSet(false, true)) {
      consumer.wakeup();
    }
  }
}
