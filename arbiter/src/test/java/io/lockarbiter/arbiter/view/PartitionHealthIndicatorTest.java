package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.Halt;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.arbiter.watch.Stall;
import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.arbiter.watch.Stalls;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class PartitionHealthIndicatorTest {
  private final PartitionStatuses statuses = new PartitionStatuses();
  private long dead;
  private final Map<Integer, Stall> stalls = new HashMap<>();
  private long heldBack;
  private final TransactionWatch commands =
      new TransactionWatch(
          statuses,
          partitions -> Map.of(2, new LogEnds(10, 10 + heldBack)),
          TransactionWatch.WatchedTopic.commands("lock.commands"),
          "kafka:9092");
  private final PartitionHealthIndicator indicator =
      new PartitionHealthIndicator(
          new ShownPartitions(statuses, new Stalls(() -> stalls, commands), commands, 12),
          () -> dead);

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
  void partitionHeldBackByATransaction_isOutOfServiceAndNotWithoutLag() {
    run(statuses.open(2));
    heldBack = 4;
    commands.look();
    commands.look();

    assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(String.valueOf(indicator.health().getDetails().get("partitions")))
        .startsWith(
            "{2={state=STALLED, reason=COMMANDS_TRANSACTION, why=partition=2: a transaction")
        .endsWith("lag=11}}");
  }

  @Test
  void partitionThatNobodyHas_isOutOfServiceThoughItIsNotThisInstances() {
    run(statuses.open(2));
    stalls.put(5, new Stall(StallCause.NO_OWNER, "no member has it"));

    assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(indicator.health().getDetails().get("partitions"))
        .hasToString(
            "{2={state=RUNNING, lag=7}, 5={state=STALLED, reason=NO_OWNER, why=partition=5: no member has it}}");
  }

  /** A halt weighs more, and says itself what is wrong. */
  @Test
  void haltedPartitionThatIsStalledToo_isDown() {
    PartitionStatuses.Entry entry = statuses.open(3);
    entry.post(
        entry.status().halted(new Halt(HaltReason.EMPTY, "Redis lost the state"), "4f2a90c1"));
    stalls.put(3, new Stall(StallCause.EVENTS_TRANSACTION, "a transaction is open"));

    assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(String.valueOf(indicator.health().getDetails().get("partitions")))
        .contains("state=HALTED, reason=EMPTY");
  }

  @Test
  void severalCauses_areToldTogetherTheWeightiestFirst() {
    run(statuses.open(2));
    heldBack = 4;
    commands.look();
    commands.look();
    stalls.put(2, new Stall(StallCause.STRANGER, "a stranger has it"));

    assertThat(String.valueOf(indicator.health().getDetails().get("partitions")))
        .contains("reason=STRANGER, why=partition=2: a stranger has it. Also: a transaction");
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
