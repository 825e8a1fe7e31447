package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.DecisionMeters;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConsumedPartitionTest {
  private static final Topics TOPICS = new Topics("commands", "events", "letters");
  private static final String ACCOUNT = "acme";
  private static final int PARTITION = AccountHash.partition(ACCOUNT, 12);
  private static final TopicPartition COMMANDS = TOPICS.commands(PARTITION);

  /** As if nothing but the first offset had ever been committed. */
  private static final OffsetAndMetadata UNPUBLISHED =
      new OffsetAndMetadata(
          0, CommitMetadataCodec.encode(new CommitMetadata(1, 0, -1, 0, Settings.DEFAULT)));

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final MockConsumer<byte[], byte[]> reader = new MockConsumer<>("none");
  private final LogReader logs = new LogReader(() -> reader, Duration.ofSeconds(1));
  private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private boolean brokenProducers;
  private long nowNanos;
  private AssignedPartition partition;

  @BeforeEach
  void assign() {
    consumer.assign(List.of(COMMANDS));
    consumer.updateBeginningOffsets(Map.of(COMMANDS, 0L));
    for (TopicPartition topic : List.of(COMMANDS, TOPICS.events(PARTITION))) {
      reader.updateBeginningOffsets(Map.of(topic, 0L));
      reader.updateEndOffsets(Map.of(topic, 0L));
    }
    partition = assigned(PARTITION);
  }

  @Test
  void assignedPartition_isNotReadBeforeItsPositionIsKnown() {
    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(partition.state()).isEqualTo(PartitionState.STARTING);
  }

  @Test
  void startedPartition_isReadFromItsPosition() {
    reader.updateBeginningOffsets(Map.of(COMMANDS, 7L));
    reader.updateEndOffsets(Map.of(COMMANDS, 9L));

    partition.start();

    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(consumer.paused()).isEmpty();
    assertThat(consumer.position(COMMANDS)).isEqualTo(7);
  }

  @Test
  void batchThatFails_isReadAgain() {
    partition.start();
    producers.get(0).commitTransactionException = new KafkaException("unknown");
    consumer.seek(COMMANDS, 2);

    partition.accept(() -> BatchReader.read(List.of(record(0), record(1))));

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(partition.untilAttempt()).isEqualTo(Duration.ofMillis(100).toNanos());
    reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    reader.schedulePollTask(() -> reader.addRecord(record(1)));
    partition.start();

    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(consumer.position(COMMANDS)).isEqualTo(2);
    assertThat(producers.get(1).history()).as("from the outbox").hasSize(2);
  }

  @Test
  void batchThatNeverReachedTheStore_isReadAgainFromWhereItBegan() {
    partition.start();
    consumer.seek(COMMANDS, 2);

    partition.fail(new KafkaException("before the script"));
    reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    partition.start();

    assertThat(consumer.position(COMMANDS)).isZero();
  }

  @Test
  void commitRefusedByTheGroup_isNotTriedAgainWithTheSameGeneration() {
    partition.start();
    partition.fail(new CommitFailedException("generation"));

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(partition.isDue()).isFalse();
    assertThat(partition.untilAttempt()).as("no back-off beside").isNotPositive();
    nowNanos += Duration.ofSeconds(5).toNanos();
    assertThat(partition.isDue()).isTrue();
  }

  @Test
  void failures_areToldApartByWhatTheyMean() {
    ConsumedPartition log = consumed(PARTITION);

    assertThat(log.kind(new CommitFailedException("generation")))
        .isEqualTo(FailureKind.REFUSED_BY_GROUP);
    assertThat(log.kind(new ProducerFencedException("another"))).isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(log.kind(new InvalidProducerEpochException("another")))
        .isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(log.kind(new TimeoutException("no broker"))).isEqualTo(FailureKind.PASSING);
    assertThat(log.kind(new IllegalStateException("a mistake"))).isEqualTo(FailureKind.UNEXPECTED);
  }

  @Test
  void recordsOfAPartitionThatDoesNotRun_areDropped() {
    partition.accept(() -> BatchReader.read(List.of(record(0))));

    assertThat(store.header(PARTITION)).isNull();
  }

  @Test
  void failuresInARow_waitLonger() {
    brokenProducers = true;
    partition.start();
    partition.start();

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(partition.untilAttempt()).isEqualTo(Duration.ofMillis(200).toNanos());
    assertThat(statuses.all().get(0).why()).isEqualTo("KafkaException: no coordinator");
  }

  @Test
  void recordWithItsSendersTime_haltsThePartition() {
    partition.start();
    partition.accept(() -> BatchReader.read(List.of(record(0, TimestampType.CREATE_TIME))));

    assertThat(partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(statuses.all().get(0).halt()).isEqualTo(HaltReason.TIMESTAMP);
    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(producers.get(0).closed()).isTrue();
  }

  @Test
  void storeThatWasToldOfMoreEvents_isAskedOnceMoreAndThenHaltsThePartition() {
    partition.start();
    partition.accept(() -> BatchReader.read(List.of(record(0))));
    store.decide(PARTITION, new FeedPosition(0, 1), List.of());
    reader.updateEndOffsets(Map.of(COMMANDS, 1L));
    reader.schedulePollTask(() -> reader.addRecord(record(0)));
    partition.fail(new KafkaException("unknown"));
    consumer.commitSync(Map.of(COMMANDS, UNPUBLISHED));

    partition.start();

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(statuses.all().get(0).why()).contains("events up to seq=1 are published");
    reader.schedulePollTask(() -> reader.addRecord(record(0)));
    partition.start();
    assertThat(partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(statuses.all().get(0).halt()).isEqualTo(HaltReason.STALE);
  }

  @Test
  void partitionBeyondTheDeployment_halts() {
    consumer.assign(List.of(TOPICS.commands(12)));
    AssignedPartition beyond = assigned(12);
    beyond.start();

    assertThat(beyond.state()).isEqualTo(PartitionState.HALTED);
    assertThat(producers).isEmpty();
  }

  @Test
  void revokedPartition_hasNoStatusAndItsProducerClosed() {
    partition.start();
    partition.close();

    assertThat(statuses.all()).isEmpty();
    assertThat(producers.get(0).closed()).isTrue();
  }

  private AssignedPartition assigned(int number) {
    PartitionServices services =
        new PartitionServices(
            store,
            new NoMeters(),
            statuses,
            (to, command) -> CompletableFuture.completedFuture(0L),
            Settings.DEFAULT,
            () -> nowNanos);
    return new AssignedPartition(services, consumed(number), number);
  }

  private ConsumedPartition consumed(int number) {
    KafkaServices kafka =
        new KafkaServices(
            this::producer,
            "prod",
            new StartFactsReader(store, TOPICS, Duration.ofSeconds(1)),
            TOPICS);
    return new ConsumedPartition(kafka, consumer, logs, number);
  }

  private MockProducer<byte[], byte[]> producer(String transactionalId) {
    assertThat(transactionalId).isEqualTo("prod-" + PARTITION);
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    if (brokenProducers) {
      producer.initTransactionException = new KafkaException("no coordinator");
    }
    producers.add(producer);
    return producer;
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return record(offset, TimestampType.LOG_APPEND_TIME);
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, TimestampType type) {
    byte[] value =
        """
        {"type":"acquire","commandId":"c%d","account":"acme","subAccount":"u","operation":"UPLOAD","path":"/p%d"}"""
            .formatted(offset, offset)
            .getBytes(UTF_8);
    return new ConsumerRecord<>(
        "commands",
        PARTITION,
        offset,
        1_000,
        type,
        4,
        value.length,
        ACCOUNT.getBytes(UTF_8),
        value,
        new RecordHeaders(),
        Optional.of(0));
  }

  private static final class NoMeters implements DecisionMeters {
    @Override
    public void decided(Duration elapsed) {}

    @Override
    public void published(List<EncodedEvent> events, int deadLetters, List<LogRecord> records) {}

    @Override
    public void resent(int events) {}
  }
}
