package io.lockarbiter.sandbox.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.sandbox.embedded.Infrastructure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A stranger's view of the topics: plain clients, text in, committed records out. */
final class KafkaLog implements AutoCloseable {
  private final Infrastructure infrastructure;
  private final Producer<byte[], byte[]> producer;

  KafkaLog(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", infrastructure.bootstrapServers(), "linger.ms", "1"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends a command keyed by its account. */
  Future<RecordMetadata> send(String account, String command) {
    return send(account.getBytes(UTF_8), command.getBytes(UTF_8));
  }

  Future<RecordMetadata> send(byte[] key, byte[] value) {
    return producer.send(new ProducerRecord<>("lock.commands", key, value));
  }

  void flush() {
    producer.flush();
  }

  /** All committed records of a topic, partition by partition. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                infrastructure.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (!isRead(consumer, ends, partitions)) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  private static boolean isRead(
      KafkaConsumer<?, ?> consumer,
      Map<TopicPartition, Long> ends,
      Collection<TopicPartition> partitions) {
    return partitions.stream()
        .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
  }

  @Override
  public void close() {
    producer.close();
  }
}
