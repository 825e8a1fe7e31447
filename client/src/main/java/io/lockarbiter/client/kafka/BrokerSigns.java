package io.lockarbiter.client.kafka;

import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/**
 * Detects whether brokers answer a consumer, from the fetches and heartbeats that the consumer
 * counts. Internal, no API. Used by the consumer's thread.
 */
public final class BrokerSigns {
  private static final Set<String> ANSWERED = Set.of("fetch-total", "heartbeat-total");

  private final Consumer<?, ?> consumer;
  private List<Metric> counts = List.of();
  private double soFar;

  /** Signs before the first look. */
  public BrokerSigns(Consumer<?, ?> consumer) {
    this.consumer = consumer;
  }

  /** Says whether a broker has answered since the last call; true as well if nothing is counted. */
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
