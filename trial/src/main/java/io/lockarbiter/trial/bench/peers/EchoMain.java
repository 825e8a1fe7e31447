package io.lockarbiter.trial.bench.peers;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The least that reads, processes and writes exactly once, as Kafka's manual has it: one consumer,
 * one transactional producer, a transaction per poll. Answers each record with one of a given
 * length in the same partition; decides nothing.
 */
final class EchoMain {
  static final String REQUESTS = "echo.requests";
  static final String ANSWERS = "echo.answers";
  static final String STARTED = "echo=";

  private static final String GROUP = "echo";
  private static final int MOST_RECORDS = 2_000;

  private EchoMain() {}

  /**
   * Runs until SIGTERM.
   *
   * @param arguments the brokers; the length of an answer, bytes
   */
  public static void main(String[] arguments) {
    byte[] answer = new byte[Integer.parseInt(arguments[1])];
    AtomicBoolean ended = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ended.set(true)));
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(arguments[0]);
        KafkaProducer<byte[], byte[]> producer = producer(arguments[0])) {
      producer.initTransactions();
      consumer.subscribe(List.of(REQUESTS));
      while (consumer.assignment().isEmpty()) {
        answer(consumer.poll(Duration.ofMillis(100)), consumer, producer, answer);
      }
      System.out.println(STARTED + consumer.assignment().size());
      while (!ended.get()) {
        answer(consumer.poll(Duration.ofMillis(100)), consumer, producer, answer);
      }
    }
  }

  private static void answer(
      ConsumerRecords<byte[], byte[]> requests,
      KafkaConsumer<byte[], byte[]> consumer,
      KafkaProducer<byte[], byte[]> producer,
      byte[] answer) {
    if (requests.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    producer.beginTransaction();
    for (ConsumerRecord<byte[], byte[]> request : requests) {
      ByteBuffer.wrap(answer).putInt(ByteBuffer.wrap(request.value()).getInt());
      var unused =
          producer.send(
              new ProducerRecord<>(ANSWERS, request.partition(), request.key(), answer, headers()));
      offsets.put(
          new TopicPartition(request.topic(), request.partition()),
          new OffsetAndMetadata(request.offset() + 1));
    }
    producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
    producer.commitTransaction();
  }

  /** As long as those of an event. */
  private static List<Header> headers() {
    return List.of(
        new RecordHeader("type", new byte["released".length()]),
        new RecordHeader("lockId", new byte["s000000-0000000000".length()]));
  }

  private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "group.id",
            GROUP,
            "isolation.level",
            "read_committed",
            "enable.auto.commit",
            "false",
            "auto.offset.reset",
            "earliest",
            "max.poll.records",
            Integer.toString(MOST_RECORDS)),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /**
   * A commit sends what lingers, so that lingering costs no time and fills the batches. A
   * transaction that follows too soon on one that is being ended is tried again after 20 ms, as the
   * arbiter's, not after the default of 100.
   */
  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "transactional.id",
            GROUP,
            "linger.ms",
            "5",
            "batch.size",
            "262144"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
