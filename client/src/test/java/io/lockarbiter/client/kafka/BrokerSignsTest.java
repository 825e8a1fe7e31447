package io.lockarbiter.client.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

/** Detects whether brokers answer. */
class BrokerSignsTest {
  private final Map<MetricName, Metric> metrics = new HashMap<>();
  private final BrokerSigns signs =
      new BrokerSigns(
          new MockConsumer<byte[], byte[]>("none") {
            @Override
            public synchronized Map<MetricName, ? extends Metric> metrics() {
              return metrics;
            }
          });

  private void count(String name, double value) {
    MetricName named = new MetricName(name, "consumer", "", Map.of());
    metrics.put(
        named,
        new Metric() {
          @Override
          public MetricName metricName() {
            return named;
          }

          @Override
          public Object metricValue() {
            return value;
          }
        });
  }

  @Test
  void whereNothingIsCounted_nobodyIsBlamed() {
    count("records-lag", 7);
    assertThat(signs.haveAnswered()).isTrue();
    assertThat(signs.haveAnswered()).isTrue();
  }

  @Test
  void brokersThatSayNothing_areNoticed() {
    count("fetch-total", 3);
    count("heartbeat-total", Double.NaN);
    assertThat(signs.haveAnswered()).isTrue();
    assertThat(signs.haveAnswered()).isFalse();
  }
}
