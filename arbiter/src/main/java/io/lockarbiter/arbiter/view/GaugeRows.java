package io.lockarbiter.arbiter.view;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.Map;

/**
 * A gauge with a row for each of some things. A row that stays is never replaced: a scrape at that
 * moment would miss it, or find it twice and fail. Used by one thread; any thread may scrape.
 */
final class GaugeRows {
  private final MultiGauge gauge;
  private volatile Map<Tags, Double> values = Map.of();

  /** A gauge without rows. */
  GaugeRows(MeterName name, MeterRegistry registry) {
    gauge = MultiGauge.builder(name.text()).register(registry);
  }

  /** Gives the gauge these rows and no others. */
  void set(Map<Tags, Double> rows) {
    values = Map.copyOf(rows);
    gauge.register(values.keySet().stream().map(this::row).toList(), false);
  }

  private Row<?> row(Tags tags) {
    return Row.of(tags, this, rows -> rows.values.getOrDefault(tags, Double.NaN));
  }
}
