package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.NoMeters;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RepairCall;
import io.lockarbiter.arbiter.watch.LogEnds;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An assigned partition on mock consumers, readers and producers. */
final class ConsumedFixture {
  static final Topics TOPICS = new Topics("commands", "events", "letters");
  static final int BATCH_RECORDS = 50;
  static final int PARTITION = AccountHash.partition("acme", 12);
  private static final Polls POLLS = new Polls(false);
  static final TopicPartition COMMANDS = TOPICS.commands(PARTITION);

  final HeartbeatConsumer consumer = new HeartbeatConsumer();
  int answers;
  private final GroupMembership group = new GroupMembership(consumer, () -> answers++);
  final GroupReader reader = new GroupReader();
  private final LogReaders readers = new LogReaders(() -> reader, Duration.ofSeconds(1), POLLS);
  final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
  final ReferenceLockStore store = new ReferenceLockStore();
  final PartitionStatuses statuses = new PartitionStatuses();
  final ConsumedPartition log;
  final AssignedPartition partition;
  boolean brokenProducers;
  Runnable atCommit = () -> {};
  long nowNanos;
  Map<Integer, LogEnds> eventEnds = Map.of();
  SameTopics sameTopics = (partition, asks) -> {};

  ConsumedFixture() {
    consumer.assign(List.of(COMMANDS));
    consumer.updateBeginningOffsets(Map.of(COMMANDS, 0L));
    for (TopicPartition topic : List.of(COMMANDS, TOPICS.events(PARTITION))) {
      reader.updateBeginningOffsets(Map.of(topic, 0L));
      reader.updateEndOffsets(Map.of(topic, 0L));
    }
    log = consumed(PARTITION);
    partition = assigned(log, PARTITION);
  }

  void start() {
    partition.turn();
    steer();
  }

  void startAgain() {
    nowNanos += Math.max(0, partition.untilAttempt());
    start();
  }

  void steer() {
    log.steer(consumer, true);
  }

  void read(List<ConsumerRecord<byte[], byte[]>> records) {
    log.read(records.stream().map(ReadRecord::of).toList(), consumer);
  }

  @SafeVarargs
  final void decide(ConsumerRecord<byte[], byte[]>... records) {
    read(List.of(records));
    partition.turn();
  }

  void fail(RuntimeException failure) {
    log.fail(failure);
    partition.turn();
  }

  void poll() {
    group.beforePoll();
    group.afterPoll();
  }

  PartitionProgress progress() {
    return requireNonNull(statuses.all().get(0).progress());
  }

  PartitionHeader header() {
    return requireNonNull(store.header(PARTITION));
  }

  AssignedPartition assigned(ConsumedPartition from, int number) {
    PartitionServices services =
        new PartitionServices(
            store,
            new NoMeters(),
            statuses,
            (to, command) -> CompletableFuture.completedFuture(0L),
            Runnable::run,
            Settings.DEFAULT,
            () -> nowNanos,
            new RepairCall("test", ""),
            ModelRebuild::new);
    return new AssignedPartition(services, from, number);
  }

  ConsumedPartition consumed(int number) {
    KafkaServices kafka =
        new KafkaServices(
            this::producer,
            "prod",
            new KafkaFacts(store, TOPICS, partitions -> eventEnds),
            readers,
            TOPICS,
            (partition, asks) -> sameTopics.require(partition, asks),
            BATCH_RECORDS,
            POLLS,
            () -> {});
    ConsumedPartition made = new ConsumedPartition(kafka, group, number);
    made.assigned(consumer);
    return made;
  }

  private MockProducer<byte[], byte[]> producer(String transactionalId) {
    assertThat(transactionalId).isEqualTo("prod-" + PARTITION);
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public void commitTransaction() {
            atCommit.run();
            super.commitTransaction();
          }
        };
    if (brokenProducers) {
      producer.initTransactionException = new KafkaException("no coordinator");
    }
    producers.add(producer);
    return producer;
  }

  static ConsumerRecord<byte[], byte[]> record(long offset) {
    return record(offset, TimestampType.LOG_APPEND_TIME);
  }

  static ConsumerRecord<byte[], byte[]> record(long offset, TimestampType type) {
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
        "acme".getBytes(UTF_8),
        value,
        new RecordHeaders(),
        Optional.of(0));
  }

  /** A reader that keeps the committed positions, whatever else it reads. */
  static final class GroupReader extends MockConsumer<byte[], byte[]> {
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    Runnable atCommitted = () -> {};
    Runnable atEnds = () -> {};

    GroupReader() {
      super("none");
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      committed.putAll(offsets);
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
        Set<TopicPartition> partitions) {
      super.committed(partitions); // throws the failure set by the test
      atCommitted.run();
      return committed;
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(
        Collection<TopicPartition> partitions, Duration timeout) {
      atEnds.run();
      return super.endOffsets(partitions, timeout);
    }
  }

  /** A consumer that counts the answers set by the test. */
  static final class HeartbeatConsumer extends MockConsumer<byte[], byte[]> {
    long heartbeats;
    long fetches;

    HeartbeatConsumer() {
      super("none");
    }

    @Override
    public synchronized Map<MetricName, ? extends Metric> metrics() {
      MetricName answered = new MetricName("heartbeat-total", "", "", Map.of());
      MetricName fetched = new MetricName("fetch-total", "", "", Map.of());
      return Map.of(
          answered, metric(answered, () -> heartbeats), fetched, metric(fetched, () -> fetches));
    }

    private static Metric metric(MetricName name, DoubleSupplier value) {
      return new Metric() {
        @Override
        public MetricName metricName() {
          return name;
        }

        @Override
        public Object metricValue() {
          return value.getAsDouble();
        }
      };
    }
  }
}
