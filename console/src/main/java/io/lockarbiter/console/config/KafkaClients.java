package io.lockarbiter.console.config;

import io.lockarbiter.service.kafka.KafkaSettings;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The Kafka clients of a console: consumers without a group, a producer without transactions. */
record KafkaClients(KafkaSettings settings) {
  private static final int FETCH_WAIT_MS = 50;
  private static final int MOST_POLL_RECORDS = 2_000;

  /**
   * Most bytes of one fetch from one broker, or one larger batch; by default it is 50 MB. A poll
   * decodes all of it at once, and empty headers take 80 times as much heap as bytes in a record.
   */
  private static final int FETCH_BYTES = 1 << 20;

  Consumer<byte[], byte[]> reader() {
    return new KafkaConsumer<>(
        readerSettings(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Settings of a reader, whatever {@code spring.kafka} says. */
  Map<String, Object> readerSettings() {
    Map<String, Object> config = settings.reader();
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_POLL_RECORDS);
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    return config;
  }

  /** The key alone determines the partition, whatever {@code spring.kafka} says. */
  Producer<byte[], byte[]> producer() {
    Map<String, Object> config = settings.producer();
    config.remove(ProducerConfig.PARTITIONER_CLASS_CONFIG);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  Admin admin() {
    return settings.openAdmin();
  }
}
