package io.lockarbiter.trial.bench.commit;

import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * One transactional producer: whatever has arrived in its partitions is one transaction, records
 * and positions, and what arrives meanwhile is the next. Run by a thread of its own.
 */
final class Committer implements AutoCloseable {
  static final String COMMANDS = "commit.commands";
  static final String EVENTS = "commit.events";

  private static final String GROUP = "commit";
  private static final long PAUSE_NANOS = 200_000;

  private final List<Integer> partitions;
  private final Map<Integer, Arrivals> arrivals = new HashMap<>();
  private final Map<Integer, Long> offsets = new HashMap<>();
  private final byte[] event;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ConsumerGroupMetadata group;

  /**
   * A producer that is ready.
   *
   * @param id transactional
   * @param eventBytes length of a record's value
   */
  Committer(String bootstrapServers, String id, List<Integer> partitions, int eventBytes) {
    this.partitions = List.copyOf(partitions);
    this.event = new byte[eventBytes];
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "transactional.id",
                id,
                "retry.backoff.ms",
                "20",
                "linger.ms",
                "5",
                "batch.size",
                "262144"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.group = outsideOfTheGroup(bootstrapServers);
    producer.initTransactions();
  }

  /** A consumer that never polls is no member: its positions are taken without a generation. */
  private static ConsumerGroupMetadata outsideOfTheGroup(String bootstrapServers) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "group.id", GROUP),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.groupMetadata();
    }
  }

  /**
   * Commits what arrives for a while.
   *
   * @param commits counts transactions
   * @param wait from a record's arrival to its commit
   */
  void run(
      Map<Integer, Arrivals> toCommit,
      long beganNanos,
      Duration length,
      LongAdder commits,
      LatencyHistogram wait) {
    arrivals.clear();
    arrivals.putAll(toCommit);
    while (System.nanoTime() - beganNanos < length.toNanos()) {
      List<Long> arrived = commit(beganNanos);
      if (arrived.isEmpty()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        long now = System.nanoTime() - beganNanos;
        arrived.forEach(at -> wait.record(now - at));
        commits.increment();
      }
    }
  }

  /** One transaction of all that has arrived; answers when each record did, ns. */
  private List<Long> commit(long beganNanos) {
    long elapsed = System.nanoTime() - beganNanos;
    List<Long> arrived = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    for (int partition : partitions) {
      Arrivals own = arrivals.getOrDefault(partition, Arrivals.inFlight(0));
      int records = own.available(elapsed);
      for (int i = 0; i < records; i++) {
        if (arrived.isEmpty()) {
          producer.beginTransaction();
        }
        arrived.add(own.take(elapsed));
        var unused = producer.send(new ProducerRecord<>(EVENTS, partition, null, event));
      }
      if (records > 0) {
        positions.put(
            new TopicPartition(COMMANDS, partition),
            new OffsetAndMetadata(offsets.merge(partition, (long) records, Long::sum)));
      }
    }
    if (!arrived.isEmpty()) {
      producer.sendOffsetsToTransaction(positions, group);
      producer.commitTransaction();
    }
    return arrived;
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
