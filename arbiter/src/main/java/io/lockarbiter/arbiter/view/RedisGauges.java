package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.watch.RedisMemory;
import io.lockarbiter.arbiter.watch.RedisMemoryWatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The gauges of the Redis masters; all instances have the same. */
public final class RedisGauges {
  private final RedisMemoryWatch watch;
  private final MultiGauge used;
  private final MultiGauge most;
  private final MultiGauge ratio;

  /** Gauges without rows. */
  public RedisGauges(RedisMemoryWatch watch, MeterRegistry registry) {
    this.watch = watch;
    this.used = MultiGauge.builder(MeterName.REDIS_MEMORY_USED.text()).register(registry);
    this.most = MultiGauge.builder(MeterName.REDIS_MEMORY_MAX.text()).register(registry);
    this.ratio = MultiGauge.builder(MeterName.REDIS_MEMORY_RATIO.text()).register(registry);
  }

  /** Updates the gauges from the last look. */
  public void refresh() {
    List<RedisMemory> masters = watch.masters();
    register(used, masters, RedisMemory::usedBytes);
    register(most, masters, RedisMemory::maxBytes);
    register(ratio, masters, RedisMemory::share);
  }

  private static void register(
      MultiGauge gauge, List<RedisMemory> masters, ToDoubleFunction<RedisMemory> value) {
    List<Row<?>> rows = new ArrayList<>();
    for (RedisMemory master : masters) {
      rows.add(Row.of(Tags.of("master", master.address()), value.applyAsDouble(master)));
    }
    gauge.register(rows, true);
  }
}
