package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.watch.ClockWatch;
import io.lockarbiter.arbiter.watch.LagAge;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WatchGaugesTest {
  private static final long NOW = 1_000_000;
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(NOW));

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TransactionWatch transactions =
      new TransactionWatch(
          statuses,
          partitions -> Map.of(3, new LogEnds(10, 14)),
          (partition, command) -> new CompletableFuture<>(),
          "lock.commands",
          "kafka:9092");
  private final WatchGauges gauges =
      new WatchGauges(
          statuses, new ClockWatch(statuses, CLOCK), transactions, new LagAge(CLOCK), registry);

  @Test
  void watchedPartition_hasItsGauges() {
    run(NOW - 4_500, NOW + 7_000, 5);
    transactions.look();
    gauges.refresh();

    assertThat(value("lockarbiter.lag.seconds")).isEqualTo(4.5);
    assertThat(value("lockarbiter.held_back")).isEqualTo(4);
    assertThat(value("lockarbiter.clock.ahead.seconds")).isEqualTo(7);
    assertThat(value("lockarbiter.clock.behind.seconds")).isEqualTo(11.5);
  }

  @Test
  void whatIsUnknown_hasNoGauge() {
    statuses.open(3);
    gauges.refresh();

    assertThat(registry.getMeters()).isEmpty();
  }

  private void run(long appendedAt, long at, long lag) {
    PartitionHeader header = new PartitionHeader(1, appendedAt, 0, at, 0, Settings.DEFAULT);
    PartitionStatuses.Entry entry = statuses.open(3);
    entry.post(
        entry.status().running(new PartitionProgress(header, 0, 0, null, 0, 0, null)).withLag(lag));
  }

  private double value(String name) {
    Gauge gauge = registry.get(name).tag("partition", "3").gauge();
    return gauge.value();
  }
}
