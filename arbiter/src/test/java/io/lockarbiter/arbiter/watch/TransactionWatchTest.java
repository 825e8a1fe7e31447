package io.lockarbiter.arbiter.watch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TransactionWatchTest {
  private static final int PARTITION = 3;

  private final PartitionStatuses statuses = new PartitionStatuses();
  private final PartitionStatuses.Entry entry = statuses.open(PARTITION);
  private final List<Command> appended = new ArrayList<>();
  private LogEnds ends = new LogEnds(10, 10);
  private boolean silent;
  private final TransactionWatch watch =
      new TransactionWatch(
          statuses,
          partitions -> {
            if (silent) {
              throw new IllegalStateException("no broker");
            }
            assertThat(partitions).containsExactly(PARTITION);
            return Map.of(PARTITION, ends);
          },
          TransactionWatch.WatchedTopic.commands("eu1.lock.commands"),
          "kafka:9092");
  private final MarkerTicks ticks =
      new MarkerTicks(
          statuses,
          watch,
          (partition, command) -> {
            appended.add(command);
            return new CompletableFuture<>();
          });

  @BeforeEach
  void decideAll() {
    decidedUpTo(9);
  }

  @Test
  void transactionOpenAtTwoLooks_isSaidOnceWithTheWayToFindIt(CapturedOutput output) {
    ends = new LogEnds(10, 14);
    watch.look();
    assertThat(watch.heldBack(PARTITION)).hasValue(4);
    assertThat(output).isEmpty();
    assertThat(watch.stalls()).isEmpty();

    watch.look();
    watch.look();

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
    assertThat(requireNonNull(watch.stalls().get(PARTITION)).cause())
        .isEqualTo(StallCause.COMMANDS_TRANSACTION);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains(
            "WARN",
            "partition=3: a transaction has been open on eu1.lock.commands since offset=10; the 4 offsets",
            "kafka-transactions.sh --bootstrap-server kafka:9092 describe-producers --topic eu1.lock.commands --partition 3",
            "abort --topic eu1.lock.commands --partition 3 --start-offset 10");
  }

  @Test
  void transactionThatEnds_isCalledOff(CapturedOutput output) {
    ends = new LogEnds(10, 14);
    watch.look();
    watch.look();
    ends = new LogEnds(15, 15);
    decidedUpTo(13);
    watch.look();

    assertThat(output).contains("partition=3: the transaction on eu1.lock.commands has ended");
    assertThat(watch.heldBack(PARTITION)).hasValue(0);
    assertThat(watch.stalls()).isEmpty();
  }

  /** The one behind it has been open since before, and is read by nobody either. */
  @Test
  void transactionBehindOneThatEnded_isStillAStall(CapturedOutput output) {
    ends = new LogEnds(10, 14);
    watch.look();
    watch.look();
    ends = new LogEnds(12, 15);
    watch.look();

    assertThat(requireNonNull(watch.stalls().get(PARTITION)).why())
        .contains("open on eu1.lock.commands since offset=12");
    assertThat(output).doesNotContain("has ended");
  }

  @Test
  void eventsHeldBack_areAStallOfTheirOwn(CapturedOutput output) {
    TransactionWatch events =
        new TransactionWatch(
            statuses,
            partitions -> Map.of(PARTITION, new LogEnds(10, 14)),
            TransactionWatch.WatchedTopic.events("lock.events"),
            "kafka:9092");
    events.look();
    events.look();

    assertThat(requireNonNull(events.stalls().get(PARTITION)).cause())
        .isEqualTo(StallCause.EVENTS_TRANSACTION);
    assertThat(output)
        .contains(
            "open on lock.events since offset=10; the 4 offsets from there on are read by nobody")
        .contains("abort --topic lock.events --partition 3 --start-offset 10");
  }

  @Test
  void shortTransactions_areNoAlarm(CapturedOutput output) {
    for (int i = 0; i < 5; i++) {
      ends = new LogEnds(10 + i, 12 + i);
      watch.look();
    }

    assertThat(output).isEmpty();
  }

  @Test
  void markerBehindTheLastRecord_getsOneTickBehindIt() {
    ends = new LogEnds(11, 11);
    lookAndTick();
    assertThat(appended).isEmpty();
    lookAndTick();
    assertThat(appended).containsExactly(new Tick());

    ends = new LogEnds(12, 12);
    decidedUpTo(11);
    lookAndTick();
    lookAndTick();
    assertThat(appended).hasSize(1);
  }

  @Test
  void recordsThatAreBeingDecided_getNoTick() {
    for (int i = 0; i < 5; i++) {
      ends = new LogEnds(20 + i, 20 + i);
      lookAndTick();
    }

    assertThat(appended).isEmpty();
  }

  @Test
  void partitionThatDoesNotRun_getsNoTick() {
    entry.post(entry.status().retrying("Redis is silent"));
    ends = new LogEnds(11, 11);
    lookAndTick();
    lookAndTick();

    assertThat(appended).isEmpty();
  }

  @Test
  void silentKafka_isUnknown() {
    watch.look();
    silent = true;
    watch.look();

    assertThat(watch.heldBack(PARTITION)).isEmpty();
  }

  /** One look that fails is a broker that restarts. */
  @Test
  void endsThatStayUnknown_areSaidOnce(CapturedOutput output) {
    silent = true;
    watch.look();
    watch.look();
    assertThat(output.getOut()).doesNotContain("WARN");
    watch.look();
    watch.look();
    silent = false;
    watch.look();

    assertThat(output.getOut().lines().filter(line -> line.contains("WARN")))
        .singleElement()
        .asString()
        .contains("the ends of eu1.lock.commands are unknown: no broker", "Fix: see whether");
    assertThat(output).contains("the ends of eu1.lock.commands are known again");
  }

  @Test
  void silentKafka_endsNoStall() {
    ends = new LogEnds(10, 14);
    watch.look();
    watch.look();
    silent = true;
    watch.look();

    assertThat(watch.stalls()).containsOnlyKeys(PARTITION);
  }

  private void lookAndTick() {
    watch.look();
    ticks.look();
  }

  private void decidedUpTo(long offset) {
    PartitionHeader header = new PartitionHeader(offset, 1, 0, 1, 0, Settings.DEFAULT);
    entry.post(entry.status().running(new PartitionProgress(header, 0, 0, null, 0, 0, null)));
  }
}
