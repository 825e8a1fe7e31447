package io.lockarbiter.client.kafka;

import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/**
 * Whether brokers answer a consumer, from what it counts anyway: fetches and heartbeats that were
 * answered. For the house only, no API. Used by the consumer's thread.
 */
public final class BrokerSigns {
  private static final Set<String> ANSWERED = Set.of("fetch-total", "heartbeat-total");

  private final Consumer<?, ?> consumer;
  private List<Metric> counts = List.of();
  private double soFar;

  /** Nothing is known yet. */
  public BrokerSigns(Consumer<?, ?> consumer) {
    this.consumer = consumer;
  }

  /** Says whether one has answered since the last call; true as well if nothing is counted. */
  public boolean haveAnswered() {
    if (counts.isEmpty()) {
      counts =
          consumer.metrics().entrySet().stream()
              .filter(each -> ANSWERED.contains(each.getKey().name()))
              .map(each -> (Metric) each.getValue())
              .toList();
    }
    double sum =
        counts.stream()
            .mapToDouble(
                each -> each.metricValue() instanceof Double count && count > 0 ? count : 0)
            .sum();
    boolean isMore = sum != soFar;
    soFar = sum;
    return isMore || counts.isEmpty();
  }
}
