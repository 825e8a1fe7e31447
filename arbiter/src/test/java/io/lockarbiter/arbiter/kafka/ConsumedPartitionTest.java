package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.NoMeters;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConsumedPartitionTest {
  private static final Topics TOPICS = new Topics("commands", "events", "letters");
  private static final int BATCH_RECORDS = 50;
  private static final String ACCOUNT = "acme";
  private static final int PARTITION = AccountHash.partition(ACCOUNT, 12);
  private static final TopicPartition COMMANDS = TOPICS.commands(PARTITION);

  /** As if nothing but the first offset had ever been committed. */
  private static final OffsetAndMetadata UNPUBLISHED =
      new OffsetAndMetadata(
          0, CommitMetadataCodec.encode(new CommitMetadata(1, 0, -1, 0, Settings.DEFAULT)));

  private final HeartbeatConsumer consumer = new HeartbeatConsumer();
  private final GroupMembership group = new GroupMembership(consumer);
  private final MockConsumer<byte[], byte[]> reader = new MockConsumer<>("none");
  private final LogReaders readers = new LogReaders(() -> reader, Duration.ofSeconds(1));
  private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private boolean brokenProducers;
  private long nowNanos;
  private ConsumedPartition log;
  private AssignedPartition partition;

  @BeforeEach
  void assign() {
    consumer.assign(List.of(COMMANDS));
    consumer.updateBeginningOffsets(Map.of(COMMANDS, 0L));
    for (TopicPartition topic : List.of(COMMANDS, TOPICS.events(PARTITION))) {
      reader.updateBeginningOffsets(Map.of(topic, 0L));
      reader.updateEndOffsets(Map.of(topic, 0L));
    }
    log = consumed(PARTITION);
    partition = assigned(log, PARTITION);
  }

  @Test
  void assignedPartition_isNotReadBeforeItsPositionIsKnown() {
    log.steer(consumer);

    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(partition.state()).isEqualTo(PartitionState.STARTING);
  }

  @Test
  void startedPartition_isReadFromItsPosition() {
    reader.updateBeginningOffsets(Map.of(COMMANDS, 7L));
    reader.updateEndOffsets(Map.of(COMMANDS, 9L));

    start();

    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(consumer.paused()).isEmpty();
    assertThat(consumer.position(COMMANDS)).isEqualTo(7);
  }

  @Test
  void batchThatFails_isReadAgain() {
    start();
    producers.get(0).commitTransactionException = new KafkaException("unknown");
    consumer.seek(COMMANDS, 2);

    decide(record(0), record(1));
    log.steer(consumer);

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(partition.untilAttempt()).isEqualTo(Duration.ofMillis(100).toNanos());
    reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    reader.schedulePollTask(() -> reader.addRecord(record(1)));
    startAgain();

    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(consumer.position(COMMANDS)).isEqualTo(2);
    assertThat(producers.get(1).history()).as("from the outbox").hasSize(2);
  }

  @Test
  void batchThatNeverReachedTheStore_isReadAgainFromWhereItBegan() {
    start();
    consumer.seek(COMMANDS, 2);

    fail(new KafkaException("before the script"));
    reader.updateEndOffsets(Map.of(COMMANDS, 2L));
    startAgain();

    assertThat(consumer.position(COMMANDS)).isZero();
  }

  /** They were read before the failure; what follows the start position is read once more. */
  @Test
  void recordsReadBeforeAFailure_areNotDecidedAfterIt() {
    start();
    fail(new KafkaException("before the script"));
    log.read(List.of(record(7)), consumer);
    startAgain();
    log.read(List.of(record(0)), consumer);
    partition.turn();

    assertThat(header().appliedOffset()).isZero();
  }

  /** A zombie that starts once more would fence the rightful owner, again and again. */
  @ParameterizedTest
  @MethodSource("takeOvers")
  void partitionTakenOver_isStartedOnlyAfterTheGroupConfirmed(KafkaException takeOver) {
    start();
    fail(takeOver);
    nowNanos += Duration.ofHours(1).toNanos();
    poll();
    partition.turn();
    consumer.heartbeats++;
    poll();
    partition.turn();

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(producers).as("nobody is fenced").hasSize(1);
    consumer.heartbeats++;
    poll();
    partition.turn();
    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  static List<KafkaException> takeOvers() {
    return List.of(
        new ProducerFencedException("another"), new InvalidProducerEpochException("another"));
  }

  @Test
  void failures_areToldApartByWhatTheyMean() {
    assertThat(log.kind(new ProducerFencedException("another"))).isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(log.kind(new InvalidProducerEpochException("another")))
        .isEqualTo(FailureKind.TAKEN_OVER);
    assertThat(log.kind(new TimeoutException("no broker"))).isEqualTo(FailureKind.PASSING);
    assertThat(log.kind(new IllegalStateException("a mistake"))).isEqualTo(FailureKind.UNEXPECTED);
  }

  @Test
  void recordsOfAPartitionThatDoesNotRun_areDropped() {
    log.read(List.of(record(0)), consumer);
    start();
    partition.turn();

    assertThat(header().appliedOffset()).isEqualTo(-1);
  }

  @Test
  void failuresInARow_waitLonger() {
    brokenProducers = true;
    start();
    startAgain();

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(partition.untilAttempt()).isEqualTo(Duration.ofMillis(200).toNanos());
    assertThat(statuses.all().get(0).why()).isEqualTo("KafkaException: no coordinator");
  }

  @Test
  void recordWithItsSendersTime_haltsThePartition() {
    start();
    decide(record(0, TimestampType.CREATE_TIME));
    log.steer(consumer);

    assertThat(partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(statuses.all().get(0).halt()).isEqualTo(HaltReason.TIMESTAMP);
    assertThat(consumer.paused()).containsExactly(COMMANDS);
    assertThat(producers.get(0).closed()).isTrue();
  }

  @Test
  void storeThatWasToldOfMoreEvents_isAskedOnceMoreAndThenHaltsThePartition() {
    start();
    decide(record(0));
    store.decide(PARTITION, new FeedPosition(0, 1), List.of());
    reader.updateEndOffsets(Map.of(COMMANDS, 1L));
    reader.schedulePollTask(() -> reader.addRecord(record(0)));
    fail(new KafkaException("unknown"));
    reader.commitSync(Map.of(COMMANDS, UNPUBLISHED));

    startAgain();

    assertThat(partition.state()).isEqualTo(PartitionState.RETRYING);
    assertThat(statuses.all().get(0).why()).contains("events up to seq=1 are published");
    reader.commitSync(Map.of(COMMANDS, UNPUBLISHED));
    reader.schedulePollTask(() -> reader.addRecord(record(0)));
    startAgain();
    assertThat(partition.state()).isEqualTo(PartitionState.HALTED);
    assertThat(statuses.all().get(0).halt()).isEqualTo(HaltReason.STALE);
  }

  @Test
  void partitionBeyondTheDeployment_halts() {
    consumer.assign(List.of(TOPICS.commands(12)));
    AssignedPartition beyond = assigned(consumed(12), 12);
    beyond.turn();

    assertThat(beyond.state()).isEqualTo(PartitionState.HALTED);
    assertThat(producers).isEmpty();
  }

  @Test
  void revokedPartition_hasNoStatusAndItsProducerClosed() {
    start();
    partition.close();

    assertThat(statuses.all()).isEmpty();
    assertThat(producers.get(0).closed()).isTrue();
  }

  @Test
  void workerThatIsBusy_isNotReadForWithoutEnd() {
    start();
    for (long offset = 0; consumer.paused().isEmpty(); offset += 10) {
      log.read(
          LongStream.range(offset, offset + 10).mapToObj(each -> record(each)).toList(), consumer);
      log.steer(consumer);
      assertThat(offset).as("records read and not taken").isLessThan(2 * BATCH_RECORDS);
    }
    partition.turn();
    log.steer(consumer);

    assertThat(header().appliedOffset()).as("a batch is").isEqualTo(BATCH_RECORDS - 1);
    assertThat(consumer.paused()).as("half is taken").isEmpty();
  }

  private void start() {
    partition.turn();
    log.steer(consumer);
  }

  private void startAgain() {
    nowNanos += Math.max(0, partition.untilAttempt());
    start();
  }

  @SafeVarargs
  private void decide(ConsumerRecord<byte[], byte[]>... records) {
    log.read(List.of(records), consumer);
    partition.turn();
  }

  private void fail(RuntimeException failure) {
    log.fail(failure);
    partition.turn();
  }

  private void poll() {
    group.beforePoll();
    group.afterPoll();
  }

  private PartitionHeader header() {
    return requireNonNull(store.header(PARTITION));
  }

  private AssignedPartition assigned(ConsumedPartition from, int number) {
    PartitionServices services =
        new PartitionServices(
            store,
            new NoMeters(),
            statuses,
            (to, command) -> CompletableFuture.completedFuture(0L),
            Runnable::run,
            Settings.DEFAULT,
            () -> nowNanos);
    return new AssignedPartition(services, from, number);
  }

  private ConsumedPartition consumed(int number) {
    KafkaServices kafka =
        new KafkaServices(
            this::producer,
            "prod",
            new StartFactsReader(store, TOPICS),
            readers,
            TOPICS,
            BATCH_RECORDS);
    ConsumedPartition made = new ConsumedPartition(kafka, group, number);
    made.assigned(consumer);
    return made;
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

  /** Counts the heartbeats that it is told of. */
  private static final class HeartbeatConsumer extends MockConsumer<byte[], byte[]> {
    private long heartbeats;

    HeartbeatConsumer() {
      super("none");
    }

    @Override
    public synchronized Map<MetricName, ? extends Metric> metrics() {
      MetricName name = new MetricName("heartbeat-total", "", "", Map.of());
      return Map.of(
          name,
          new Metric() {
            @Override
            public MetricName metricName() {
              return name;
            }

            @Override
            public Object metricValue() {
              return (double) heartbeats;
            }
          });
    }
  }
}
