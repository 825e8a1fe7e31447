package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.watch.ClockWatch;
import io.lockarbiter.arbiter.watch.LagAge;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.Stall;
import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.arbiter.watch.Stalls;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
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
          TransactionWatch.WatchedTopic.commands("lock.commands"),
          "kafka:9092");
  private final ShownPartitions partitions =
      new ShownPartitions(
          statuses,
          new Stalls(transactions, () -> Map.of(5, new Stall(StallCause.NO_OWNER, "nobody"))),
          transactions,
          12);
  private final WatchGauges gauges =
      new WatchGauges(
          statuses,
          partitions,
          new ClockWatch(statuses, CLOCK),
          transactions,
          new LagAge(CLOCK),
          registry);

  @Test
  void watchedPartition_hasItsGauges() {
    run(NOW - 4_500, NOW + 7_000, 5);
    transactions.look();
    gauges.refresh();

    assertThat(value("lockarbiter.lag.seconds")).isEqualTo(4.5);
    assertThat(value("lockarbiter.held_back.records")).isEqualTo(4);
    assertThat(value("lockarbiter.clock.ahead.seconds")).isZero();
    assertThat(value("lockarbiter.clock.behind.seconds")).isEqualTo(11.5);
  }

  @Test
  void clockAhead_hasItsSeconds() {
    run(NOW + 7_000, NOW + 8_000, 0);
    gauges.refresh();

    assertThat(value("lockarbiter.clock.ahead.seconds")).isEqualTo(7);
  }

  /** Readers see no lag where a transaction holds everything back. */
  @Test
  void commandsHeldBack_haveAnAgeWithoutALag() {
    run(NOW - 4_500, NOW - 4_500, 0);
    transactions.look();
    gauges.refresh();

    assertThat(value("lockarbiter.lag.seconds")).isEqualTo(4.5);
  }

  @Test
  void stalledPartitions_haveAOneAtTheirCause_alsoThoseOfNobody() {
    run(NOW, NOW, 0);
    gauges.refresh();
    assertThat(stalled("3", "commands_transaction")).isZero();

    transactions.look();
    transactions.look();
    gauges.refresh();

    assertThat(stalled("3", "commands_transaction")).isEqualTo(1);
    assertThat(stalled("3", "no_owner")).isZero();
    assertThat(stalled("5", "no_owner")).isEqualTo(1);
  }

  @Test
  void whatIsUnknown_hasNoGauge() {
    statuses.open(3);
    gauges.refresh();

    assertThat(registry.getMeters())
        .allMatch(meter -> meter.getId().getName().equals("lockarbiter.stalled"));
  }

  private double stalled(String partition, String cause) {
    return registry
        .get("lockarbiter.stalled")
        .tags("partition", partition, "cause", cause)
        .gauge()
        .value();
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
