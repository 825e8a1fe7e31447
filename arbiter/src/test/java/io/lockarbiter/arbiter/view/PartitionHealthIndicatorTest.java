package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.Halt;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class PartitionHealthIndicatorTest {
  private final PartitionStatuses statuses = new PartitionStatuses();
  private long dead;
  private final PartitionHealthIndicator indicator =
      new PartitionHealthIndicator(statuses, () -> dead);

  @Test
  void noPartition_isUp() {
    assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void runningPartitions_areUpWithTheirLag() {
    run(statuses.open(2));

    Health health = indicator.health();

    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails().get("partitions")).hasToString("{2={state=RUNNING, lag=7}}");
  }

  @Test
  void startingPartition_isOutOfService() {
    run(statuses.open(2));
    statuses.open(3);

    assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
  }

  @Test
  void retriedPartition_isOutOfServiceAndSaysWhy() {
    PartitionStatuses.Entry entry = statuses.open(3);
    entry.post(entry.status().retrying("Redis is silent"));

    assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(indicator.health().getDetails().get("partitions"))
        .hasToString("{3={state=RETRYING, why=Redis is silent}}");
  }

  @Test
  void haltedPartition_isDownAndSaysWhyBesideOthersThatRun() {
    run(statuses.open(2));
    PartitionStatuses.Entry entry = statuses.open(3);
    entry.post(
        entry.status().halted(new Halt(HaltReason.EMPTY, "Redis lost the state"), "4f2a90c1"));

    assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(indicator.health().getDetails().get("partitions"))
        .hasToString(
            "{2={state=RUNNING, lag=7}, 3={state=HALTED, reason=EMPTY, halt=4f2a90c1, why=Redis lost the state}}");
  }

  @Test
  void deadListenerThread_isDown() {
    dead = 1;

    assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(indicator.health().getDetails()).containsAllEntriesOf(Map.of("deadThreads", 1L));
  }

  private static void run(PartitionStatuses.Entry entry) {
    PartitionHeader header = new PartitionHeader(1, 1, 1, 1, 1, Settings.DEFAULT);
    entry.post(
        entry.status().running(new PartitionProgress(header, 1, 1, null, 0, 0, null)).withLag(7));
  }
}
