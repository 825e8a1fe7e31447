package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GaugeRowsTest {
  private static final int PARTITIONS = 12;
  private static final int SCRAPES = 2_000;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final GaugeRows gauge = new GaugeRows(MeterName.LAG_SECONDS, registry);

  @Test
  void rows_areThoseOfTheLastSet() {
    gauge.set(rows(3, 1));
    gauge.set(rows(2, 5));

    assertThat(registry.scrape())
        .contains("{partition=\"0\"} 5.0", "{partition=\"1\"} 5.0")
        .doesNotContain("{partition=\"2\"}");
    gauge.set(rows(3, 7));
    assertThat(registry.scrape()).contains("{partition=\"2\"} 7.0");
  }

  @Test
  void scrapesBesideUpdates_seeEachRowOnce() throws Exception {
    AtomicBoolean ends = new AtomicBoolean();
    gauge.set(rows(PARTITIONS, 0));
    Thread updates =
        new Thread(
            () -> {
              for (int value = 0; !ends.get(); value++) {
                gauge.set(rows(PARTITIONS, value));
              }
            });
    updates.start();
    try {
      for (int scrape = 0; scrape < SCRAPES; scrape++) {
        assertThat(registry.scrape().lines().filter(line -> line.contains("{partition=")))
            .hasSize(PARTITIONS);
      }
    } finally {
      ends.set(true);
      updates.join();
    }
  }

  private static Map<Tags, Double> rows(int partitions, double value) {
    Map<Tags, Double> rows = new HashMap<>();
    IntStream.range(0, partitions)
        .forEach(partition -> rows.put(Tags.of("partition", Integer.toString(partition)), value));
    return rows;
  }
}
