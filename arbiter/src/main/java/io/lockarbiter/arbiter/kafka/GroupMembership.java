package io.lockarbiter.arbiter.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of a listener may know and ask of its consumer; it is not safe for many threads,
 * this is.
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

  /** Listener's thread, before a poll. */
  void beforePoll() {
    woken.set(false);
    answered = answeredHeartbeats();
  }

  /** Listener's thread, after a poll: it has acted upon the answers that came before. */
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
   * Heartbeats that the group has answered and that a whole poll has followed: what the answer says
   * – such as that this is no member any more – has been done by then.
   */
  long confirmations() {
    return confirmations;
  }

  /** Ends the listener's poll, if it is in one, so that it looks at what is wanted. */
  void wakeListener() {
    if (woken.compareAndSet(false, true)) {
      consumer.wakeup();
    }
  }
}
