package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A consumer of a log with one partition, which a test can read again and cut. */
final class LogConsumer extends MockConsumer<byte[], byte[]> {
  static final String TOPIC = "lock.events";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  final List<Long> seeks = new CopyOnWriteArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
  private long beginning;
  private int missingTopic;
  private long polledAt;

  LogConsumer(long beginning) {
    super("none");
    this.beginning = beginning;
  }

  /** Appends a record. */
  synchronized void add(long timestamp, String account, String type, byte[] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("type", type.getBytes(UTF_8));
    log.add(
        new ConsumerRecord<>(
            TOPIC,
            0,
            beginning + log.size(),
            timestamp,
            TimestampType.LOG_APPEND_TIME,
            4,
            value.length,
            account.getBytes(UTF_8),
            value,
            headers,
            Optional.empty()));
  }

  /** Says whether the first records were handed out, this many, and then a poll came. */
  synchronized boolean hasRead(int records) {
    return polledAt >= beginning + records;
  }

  /** Deletes the present records. */
  synchronized void cut() {
    beginning += log.size();
    log.clear();
  }

  /** Lets the topic appear only after this many looks. */
  synchronized void missTopic(int looks) {
    missingTopic = looks;
  }

  @Override
  public synchronized List<PartitionInfo> partitionsFor(String topic) {
    Node node = new Node(1, "localhost", 9092);
    Node[] nodes = {node};
    return missingTopic-- > 0
        ? List.of()
        : List.of(new PartitionInfo(topic, 0, node, nodes, nodes));
  }

  @Override
  public synchronized Map<TopicPartition, Long> beginningOffsets(
      Collection<TopicPartition> partitions) {
    return all(partitions, beginning);
  }

  @Override
  public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
    return all(partitions, beginning + log.size());
  }

  private static Map<TopicPartition, Long> all(Collection<TopicPartition> partitions, long offset) {
    return partitions.stream().collect(Collectors.toMap(Function.identity(), same -> offset));
  }

  @Override
  public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
      Map<TopicPartition, Long> times) {
    Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
    log.stream()
        .filter(record -> record.timestamp() >= times.getOrDefault(PARTITION, 0L))
        .findFirst()
        .ifPresent(
            record ->
                found.put(PARTITION, new OffsetAndTimestamp(record.offset(), record.timestamp())));
    return found;
  }

  @Override
  public synchronized void seek(TopicPartition partition, long offset) {
    seeks.add(offset);
    super.seek(partition, offset);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // waits without holding the monitor
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    super.poll(Duration.ZERO);
    ConsumerRecords<byte[], byte[]> records = next();
    if (records.isEmpty()) {
      LockSupport.parkNanos(1_000_000);
    }
    return records;
  }

  private synchronized ConsumerRecords<byte[], byte[]> next() {
    long position = position(PARTITION);
    polledAt = position;
    if (position < beginning) {
      throw new OffsetOutOfRangeException(Map.of(PARTITION, position));
    }
    List<ConsumerRecord<byte[], byte[]>> next =
        log.stream().filter(record -> record.offset() >= position).limit(2).toList();
    super.seek(PARTITION, position + next.size());
    return new ConsumerRecords<>(next.isEmpty() ? Map.of() : Map.of(PARTITION, next), Map.of());
  }
}
