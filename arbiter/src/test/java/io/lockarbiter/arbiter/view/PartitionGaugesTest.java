package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class PartitionGaugesTest {
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final PartitionGauges gauges =
      new PartitionGauges(statuses, 12, Settings.DEFAULT, registry);

  @Test
  void assignedPartition_hasItsGauges() {
    PartitionStatuses.Entry entry = statuses.open(3);
    PartitionHeader header = new PartitionHeader(1, 1, 1, 1, 1, Settings.DEFAULT);
    entry.post(
        entry.status().running(new PartitionProgress(header, 1, 1, null, 42, 6, null)).withLag(7));
    gauges.refresh();

    assertThat(registry.get("lockarbiter.locks.held").tag("partition", "3").gauge().value())
        .isEqualTo(42);
    assertThat(registry.get("lockarbiter.locks.waiting").tag("partition", "3").gauge().value())
        .isEqualTo(6);
    assertThat(registry.get("lockarbiter.lag.records").tag("partition", "3").gauge().value())
        .isEqualTo(7);
    assertThat(registry.get("lockarbiter.settings.differ").tag("partition", "3").gauge().value())
        .isZero();
    assertThat(state("running")).isEqualTo(1);
    assertThat(state("halted")).isZero();
  }

  @Test
  void changedState_movesTheOne() {
    PartitionStatuses.Entry entry = statuses.open(3);
    gauges.refresh();
    assertThat(state("starting")).isEqualTo(1);

    entry.post(entry.status().retrying("Redis is silent"));
    gauges.refresh();

    assertThat(state("starting")).isZero();
    assertThat(state("retrying")).isEqualTo(1);
  }

  @Test
  void revokedPartition_hasNone() {
    PartitionStatuses.Entry entry = statuses.open(3);
    gauges.refresh();
    entry.close();
    gauges.refresh();

    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .containsExactly("lockarbiter.partitions");
    assertThat(registry.get("lockarbiter.partitions").gauge().value()).isEqualTo(12);
  }

  private double state(String name) {
    return registry
        .get("lockarbiter.partition.state")
        .tags("partition", "3", "state", name)
        .gauge()
        .value();
  }
}
