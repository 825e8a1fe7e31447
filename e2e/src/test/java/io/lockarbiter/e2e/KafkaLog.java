package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The topics of a deployment, seen by plain clients: text in, committed records out. */
final class KafkaLog implements AutoCloseable {
  private final Deployment deployment;
  private final Producer<byte[], byte[]> producer;
  private final AtomicInteger ids = new AtomicInteger();

  KafkaLog(Deployment deployment) {
    this.deployment = deployment;
    this.producer =
        new KafkaProducer<>(
            clientSettings("linger.ms", "1"), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> clientSettings(String name, String value) {
    return Map.of("bootstrap.servers", deployment.brokers(), name, value);
  }

  Admin admin() {
    return Admin.create(clientSettings("client.id", "test"));
  }

  /** Makes the topics before an arbiter does, and as it would. */
  void createTopics() throws Exception {
    Map<String, String> asTheArbiterWould =
        Map.of("message.timestamp.type", "LogAppendTime", "compression.type", "uncompressed");
    List<NewTopic> topics =
        Stream.of(deployment.commands(), deployment.events())
            .map(name -> new NewTopic(name, deployment.partitions(), (short) 1))
            .map(topic -> topic.configs(asTheArbiterWould))
            .toList();
    try (Admin admin = admin()) {
      admin.createTopics(topics).all().get();
    }
  }

  /** Acquires a path of its own; returns the command's id. */
  String acquire(String account) {
    String id = nextId();
    return acquire(account, id, "/" + id, 30_000);
  }

  String acquire(String account, String id, String path, long leaseMs) {
    send(
        account,
        """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u-%s","operation":"UPLOAD","path":"%s","leaseMs":%d,"replyTo":"test"}"""
            .formatted(id, account, id, path, leaseMs));
    return id;
  }

  /** Acquires with a wait limit. */
  String acquire(
      String account, String id, String operation, String path, long leaseMs, long waitMs) {
    send(
        account,
        """
        {"type":"acquire","commandId":"%s","account":"%s","subAccount":"u-%s","operation":"%s","path":"%s","leaseMs":%d,"waitMs":%d}"""
            .formatted(id, account, id, operation, path, leaseMs, waitMs));
    return id;
  }

  String release(String account, String lockId) {
    String id = nextId();
    send(
        account,
        """
        {"type":"release","commandId":"%s","account":"%s","subAccount":"u-%s","lockId":"%s"}"""
            .formatted(id, account, lockId, lockId));
    return id;
  }

  private String nextId() {
    return "c" + ids.incrementAndGet();
  }

  void send(String account, String command) {
    send(deployment.commands(), account.getBytes(UTF_8), command.getBytes(UTF_8));
  }

  void send(String topic, byte @Nullable [] key, byte @Nullable [] value) {
    var unused = producer.send(new ProducerRecord<>(topic, key, value));
  }

  /** Appends as only an arbiter should: without a key, to a chosen partition. */
  void appendTo(int partition, String command) {
    appendTo(partition, null, command);
  }

  /** Appends a command to a partition, whether its account belongs there or not. */
  void appendTo(int partition, @Nullable String account, String command) {
    byte @Nullable [] key = account == null ? null : account.getBytes(UTF_8);
    var unused =
        producer.send(
            new ProducerRecord<>(deployment.commands(), partition, key, command.getBytes(UTF_8)));
  }

  void flush() {
    producer.flush();
  }

  /** Returns all events; records that a test has put among them are skipped. */
  List<Event> events() {
    List<Event> events = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : read(deployment.events())) {
      if (record.value() != null && record.value().length > 1) {
        events.add(EventCodec.decode(record.value()));
      }
    }
    return events;
  }

  List<String> texts(String topic) {
    return read(topic).stream()
        .filter(record -> record.value() != null)
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  /**
   * Returns all committed records of a topic, partition by partition. A fetch at the end of a
   * partition does not wait for more, because closing the consumer would wait for the fetch.
   */
  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                deployment.brokers(),
                "isolation.level",
                "read_committed",
                "fetch.max.wait.ms",
                1),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      for (TopicPartition partition : partitions) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        while (consumer.position(partition) < end) {
          consumer.poll(Duration.ofMillis(100)).forEach(records::add);
        }
      }
    }
    return records;
  }

  @Override
  public void close() {
    producer.close();
  }
}
