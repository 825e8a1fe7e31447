package io.lockarbiter.console.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Clients by {@code spring.kafka}: readers of no group, a producer without transactions. */
final class KafkaClients {
  private static final int FETCH_WAIT_MS = 50;

  private final Map<String, Object> consumer;
  private final Map<String, Object> producer;
  private final Map<String, Object> admin;
  private final int timeoutMs;

  KafkaClients(
      Map<String, Object> consumer,
      Map<String, Object> producer,
      Map<String, Object> admin,
      Duration timeout) {
    this.consumer = consumer;
    this.producer = producer;
    this.admin = admin;
    this.timeoutMs = Math.toIntExact(timeout.toMillis());
  }

  Consumer<byte[], byte[]> reader() {
    Map<String, Object> config = withoutJmx(consumer);
    config.keySet().removeIf(name -> name.startsWith("group."));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  Producer<byte[], byte[]> producer() {
    Map<String, Object> config = withoutJmx(producer);
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    config.remove(ProducerConfig.PARTITIONER_CLASS_CONFIG);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs / 2);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  Admin admin() {
    Map<String, Object> config = withoutJmx(admin);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    return Admin.create(config);
  }

  private static Map<String, Object> withoutJmx(Map<String, Object> from) {
    Map<String, Object> config = new HashMap<>(from);
    config.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    return config;
  }
}
