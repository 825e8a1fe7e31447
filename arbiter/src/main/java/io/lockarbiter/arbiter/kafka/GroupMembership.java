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

  /** Counts answered fetches; see "Consumer Fetch Metrics" there. */
  private static final String FETCHES = "fetch-total";

  private final Consumer<?, ?> consumer;
  private final Runnable heard;
  private final AtomicBoolean woken = new AtomicBoolean();
  private @Nullable Metric heartbeats;
  private @Nullable Metric fetches;
  private long fetched;
  private long answered;
  private volatile long confirmations;

  /**
   * A view.
   *
   * @param heard runs on the listener's thread when a broker has answered since the last poll
   */
  GroupMembership(Consumer<?, ?> consumer, Runnable heard) {
    this.consumer = consumer;
    this.heard = heard;
  }

  /** Runs on the listener's thread, before a poll. */
  void beforePoll() {
    woken.set(false);
    long before = answered + fetched;
    heartbeats = heartbeats == null ? metric(HEARTBEATS) : heartbeats;
    fetches = fetches == null ? metric(FETCHES) : fetches;
    answered = count(heartbeats);
    fetched = count(fetches);
    if (answered + fetched != before) {
      heard.run();
    }
  }

  /** Runs on the listener's thread, after a poll, which has acted upon the earlier answers. */
  void afterPoll() {
    confirmations = answered;
  }

  private @Nullable Metric metric(String name) {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(name))
        .findAny()
        .orElse(null);
  }

  private static long count(@Nullable Metric metric) {
    return metric != null && metric.metricValue() instanceof Number number ? number.longValue() : 0;
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
