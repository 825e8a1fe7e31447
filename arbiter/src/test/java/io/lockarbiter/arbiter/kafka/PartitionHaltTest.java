package io.lockarbiter.arbiter.kafka;

import static io.lockarbiter.arbiter.kafka.ConsumedFixture.COMMANDS;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.PARTITION;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.TOPICS;
import static io.lockarbiter.arbiter.kafka.ConsumedFixture.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.ExampleFacts;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** The causes that halt a partition, and the facts that it reads once more before. */
class PartitionHaltTest {
  /** A position with nothing published, only the first offset. */
  private static final OffsetAndMetadata UNPUBLISHED = new OffsetAndMetadata(0, metadata(-1, 0));

  /** A position with the first command's event published. */
  private static final OffsetAndMetadata PUBLISHED = new OffsetAndMetadata(1, metadata(0, 1));

  private static String metadata(long appliedOffset, long seq) {
    return CommitMetadataCodec.encode(
        CommitMetadata.of(new PartitionHeader(appliedOffset, 0, -1, 0, seq, Settings.DEFAULT)));
  }

  private final ConsumedFixture given = new ConsumedFixture();

  @Test
  void recordWithItsSendersTime_haltsThePartition() {
    given.start();
    given.decide(record(0, TimestampType.CREATE_TIME));
    given.steer();

    assertThat(given.partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(given.statuses.all().get(0).halt()).isEqualTo(HaltReason.TIMESTAMP);
    assertThat(given.consumer.paused()).containsExactly(COMMANDS);
    assertThat(given.producers.get(0).closed()).isTrue();
  }

  @Test
  void storeThatWasToldOfMoreEvents_isAskedOnceMoreAndThenHaltsThePartition() {
    given.start();
    given.decide(record(0));
    given.store.decide(PARTITION, new FeedPosition(0, 1), List.of());
    given.reader.updateEndOffsets(Map.of(COMMANDS, 1L));
    given.reader.schedulePollTask(() -> given.reader.addRecord(record(0)));
    given.fail(new KafkaException("unknown"));
    given.reader.commitSync(Map.of(COMMANDS, UNPUBLISHED));

    given.startAgain();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.statuses.all().get(0).why()).contains("events up to seq=1 are published");
    given.reader.schedulePollTask(() -> given.reader.addRecord(record(0)));
    int fenced = given.producers.size();
    given.startAgain();
    assertThat(given.producers).as("another instance may own it").hasSize(fenced);
    for (int heartbeat = 0; heartbeat < 2; heartbeat++) {
      given.poll();
      given.consumer.heartbeats++;
      given.poll();
    }
    given.startAgain();
    assertThat(given.partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(given.statuses.all().get(0).halt()).isEqualTo(HaltReason.STALE);
  }

  @Test
  void eventsBehindAnOpenTransaction_areWaitedForAndNotTakenForLost() {
    givenNoEventIsReadable();
    given.eventEnds = Map.of(PARTITION, new LogEnds(0, 2));

    given.startAgain();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.statuses.all().get(0).why())
        .contains("open on events since offset=0", "--start-offset 0");
  }

  /** Position and readable events agree, but more may be published behind the transaction. */
  @Test
  void eventsBehindAnOpenTransaction_areAlsoMissedIfThePositionNamesNone() {
    givenNoEventIsReadable();
    given.reader.commitSync(Map.of(COMMANDS, UNPUBLISHED));
    given.eventEnds = Map.of(PARTITION, new LogEnds(0, 2));

    given.startAgain();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.statuses.all().get(0).why()).contains("open on events since offset=0");
  }

  @Test
  void eventsThatAreNotThere_haltThePartition() {
    givenNoEventIsReadable();
    given.eventEnds = Map.of(PARTITION, new LogEnds(0, 0));

    given.startAgain();

    assertThat(given.statuses.all().get(0).halt()).isEqualTo(HaltReason.MISMATCH);
  }

  /** A stranger's transaction that is open by chance ends by itself. */
  @Test
  void transactionThatEndsMeanwhile_isWaitedFor() {
    given.eventEnds = Map.of(PARTITION, new LogEnds(0, 1));
    given.reader.atEnds =
        () -> {
          given.reader.atEnds = () -> appendToTheEvents(new byte[] {1});
        };

    given.start();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  /** The numbers of the events have no gap, so records that are none hide nothing. */
  @Test
  void recordThatIsNoEventWhileTheFactsAreRead_stopsNobody() {
    appendWhileTheFactsAreRead(new byte[] {1});

    given.start();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  @Test
  void eventWhileTheFactsAreRead_outdatesThem() {
    appendWhileTheFactsAreRead(ExampleFacts.stored(1, PARTITION, 0).value());

    given.start();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(given.statuses.all().get(0).why()).contains("another instance has published");
  }

  /** Appends a record before the position is asked for again. */
  private void appendWhileTheFactsAreRead(byte[] value) {
    given.reader.atCommitted = () -> given.reader.atCommitted = () -> appendToTheEvents(value);
  }

  private void appendToTheEvents(byte[] value) {
    given.reader.atCommitted = () -> {};
    given.reader.atEnds = () -> {};
    given.reader.updateEndOffsets(Map.of(TOPICS.events(PARTITION), 1L));
    given.reader.schedulePollTask(
        () ->
            given.reader.addRecord(
                new ConsumerRecord<>("events", PARTITION, 0, new byte[0], value)));
  }

  /** Makes the events unreadable, though one was committed. */
  private void givenNoEventIsReadable() {
    given.start();
    given.decide(record(0));
    given.reader.updateEndOffsets(Map.of(COMMANDS, 1L));
    given.reader.schedulePollTask(() -> given.reader.addRecord(record(0)));
    given.fail(new KafkaException("unknown"));
    given.reader.commitSync(Map.of(COMMANDS, PUBLISHED));
  }

  /** Records not yet taken are dropped then, but they are still in the log. */
  @Test
  void partitionRevokedWhileItsStateIsBroughtBack_doesNotHalt() {
    int records = 120;
    List<ConsumerRecord<byte[], byte[]>> read =
        IntStream.range(0, records).mapToObj(ConsumedFixture::record).toList();
    ReferenceLockStore whole = new ReferenceLockStore();
    PartitionHeader header =
        whole
            .decide(
                PARTITION,
                FeedPosition.START,
                BatchReader.read(read.stream().map(ReadRecord::of).toList()).records())
            .applied()
            .header();
    given.reader.assign(List.of(COMMANDS));
    given.reader.commitSync(
        Map.of(
            COMMANDS,
            new OffsetAndMetadata(records, CommitMetadataCodec.encode(CommitMetadata.of(header)))));
    given.reader.updateBeginningOffsets(Map.of(TOPICS.events(PARTITION), 50L));
    given.reader.updateEndOffsets(Map.of(TOPICS.events(PARTITION), 50L, COMMANDS, (long) records));
    given.start();
    given.consumer.seek(COMMANDS, records);
    given.read(read);
    given.partition.turn();
    given.log.close();
    given.partition.turn();

    assertThat(given.partition.state()).isEqualTo(PartitionState.RECOVERING);
  }

  @Test
  void partitionBeyondTheDeployment_halts() {
    given.consumer.assign(List.of(TOPICS.commands(12)));
    AssignedPartition beyond = given.assigned(given.consumed(12), 12);
    beyond.turn();

    assertThat(beyond.state()).isEqualTo(PartitionState.HALTED);
    assertThat(given.producers).isEmpty();
  }
}
