package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.watch.RedisMemory;
import io.lockarbiter.arbiter.watch.RedisMemoryWatch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisGaugesTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void everyMaster_hasItsGauges() {
    RedisMemoryWatch watch =
        new RedisMemoryWatch(
            () ->
                List.of(
                    new RedisMemory("redis://a:1", 300, 400),
                    new RedisMemory("redis://b:2", 500, 0)));
    RedisGauges gauges = new RedisGauges(watch, registry);
    watch.look();
    gauges.refresh();

    assertThat(value("lockarbiter.redis.memory.used.bytes", "redis://a:1")).isEqualTo(300);
    assertThat(value("lockarbiter.redis.memory.max.bytes", "redis://a:1")).isEqualTo(400);
    assertThat(value("lockarbiter.redis.memory.ratio", "redis://a:1")).isEqualTo(0.75);
    assertThat(value("lockarbiter.redis.memory.used.bytes", "redis://b:2")).isEqualTo(500);
    assertThat(value("lockarbiter.redis.memory.ratio", "redis://b:2")).isZero();
  }

  private double value(String name, String master) {
    return registry.get(name).tag("master", master).gauge().value();
  }
}
