package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.watch.RedisMemory;
import io.lockarbiter.arbiter.watch.RedisMemoryWatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The gauges of the Redis masters; all instances have the same. */
public final class RedisGauges {
  private final RedisMemoryWatch watch;
  private final GaugeRows used;
  private final GaugeRows most;
  private final GaugeRows ratio;

  /** Gauges without rows. */
  public RedisGauges(RedisMemoryWatch watch, MeterRegistry registry) {
    this.watch = watch;
    this.used = new GaugeRows(MeterName.REDIS_MEMORY_USED, registry);
    this.most = new GaugeRows(MeterName.REDIS_MEMORY_MAX, registry);
    this.ratio = new GaugeRows(MeterName.REDIS_MEMORY_RATIO, registry);
  }

  /** Updates the gauges from the last look. */
  public void refresh() {
    List<RedisMemory> masters = watch.masters();
    set(used, masters, RedisMemory::usedBytes);
    set(most, masters, RedisMemory::maxBytes);
    set(ratio, masters, RedisMemory::share);
  }

  private static void set(
      GaugeRows gauge, List<RedisMemory> masters, ToDoubleFunction<RedisMemory> value) {
    Map<Tags, Double> rows = new HashMap<>();
    for (RedisMemory master : masters) {
      rows.put(Tags.of("master", master.address()), value.applyAsDouble(master));
    }
    gauge.set(rows);
  }
}
