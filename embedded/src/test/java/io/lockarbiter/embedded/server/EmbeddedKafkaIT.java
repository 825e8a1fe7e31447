package io.lockarbiter.embedded.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {
  private static final String TOPIC = "words";

  @Test
  void transaction_isReadWhenCommittedAndNotWhenAborted() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      createTopic(kafka);
      try (KafkaProducer<String, String> producer = transactionalProducer(kafka)) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "aborted"));
        producer.flush();
        producer.abortTransaction();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "committed"));
        producer.commitTransaction();
      }

      assertThat(readCommitted(kafka, 1)).containsExactly("committed");
    }
  }

  @Test
  void restart_keepsPortAndRecords() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      createTopic(kafka);
      produce(kafka, "before");
      String address = kafka.bootstrapServers();

      kafka.restart();
      produce(kafka, "after");

      assertThat(kafka.bootstrapServers()).isEqualTo(address);
      assertThat(readCommitted(kafka, 2)).containsExactly("before", "after");
    }
  }

  @Test
  void givenDataDirectory_outlivesTheBroker(@TempDir Path directory) throws Exception {
    KafkaOptions options = KafkaOptions.DEFAULT.withDataDirectory(directory);
    try (EmbeddedKafka first = EmbeddedKafka.start(options)) {
      createTopic(first);
      produce(first, "kept");
    }

    try (EmbeddedKafka second = EmbeddedKafka.start(options)) {
      assertThat(readCommitted(second, 1)).containsExactly("kept");
    }
  }

  @Test
  void takenPort_isNamedWithTheFix() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST))) {
      KafkaOptions options = KafkaOptions.DEFAULT.withPort(other.getLocalPort());

      assertThatThrownBy(() -> EmbeddedKafka.start(options))
          .isInstanceOf(EmbeddedStartException.class)
          .hasMessage(
              "the embedded Kafka broker cannot listen on port=%d: another process does. Fix: stop it, or choose another port (0 = a free one)",
              other.getLocalPort());
    }
  }

  private static void createTopic(EmbeddedKafka kafka) throws Exception {
    try (Admin admin =
        Admin.create(
            Map.<String, Object>of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }
  }

  private static void produce(EmbeddedKafka kafka, String value) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(TOPIC, value)).get();
    }
  }

  private static KafkaProducer<String, String> transactionalProducer(EmbeddedKafka kafka) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "writer"),
        new StringSerializer(),
        new StringSerializer());
  }

  private static List<String> readCommitted(EmbeddedKafka kafka, int count) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(TOPIC, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      List<String> values = new ArrayList<>();
      long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
      while (values.size() < count && System.nanoTime() - deadline < 0) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }
}
