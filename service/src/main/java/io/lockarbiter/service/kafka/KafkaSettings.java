package io.lockarbiter.service.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Settings of Kafka's clients. {@code spring.kafka} applies, except where a guarantee depends on a
 * setting. Each method returns a new map, which the caller may change.
 */
public final class KafkaSettings {
  private final Map<String, Object> consumer;
  private final Map<String, Object> producer;
  private final Map<String, Object> admin;
  private final int timeoutMs;

  /**
   * Settings.
   *
   * @param timeout longest wait for one answer
   */
  public KafkaSettings(
      ConsumerFactory<?, ?> consumers,
      ProducerFactory<?, ?> producers,
      KafkaAdmin admin,
      Duration timeout) {
    this.consumer = consumers.getConfigurationProperties();
    this.producer = producers.getConfigurationProperties();
    this.admin = admin.getConfigurationProperties();
    this.timeoutMs = Math.toIntExact(timeout.toMillis());
  }

  /** Addresses of the brokers, by commas. */
  public String bootstrapServers() {
    Object servers = admin.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
    return servers instanceof Collection<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(servers);
  }

  /**
   * Opens an admin client. Its close waits for calls under way, so no call may take longer than
   * that wait.
   */
  public Admin openAdmin() {
    Map<String, Object> config = withoutJmx(admin);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    return Admin.create(config);
  }

  /**
   * Settings of a consumer that reads committed records, commits nothing by itself, and begins only
   * where it is told.
   */
  public Map<String, Object> consumer() {
    Map<String, Object> config = withoutJmx(consumer);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    return config;
  }

  /** Settings as {@link #consumer}, for a consumer that joins no group. */
  public Map<String, Object> reader() {
    Map<String, Object> config = consumer();
    config.keySet().removeIf(name -> name.startsWith("group."));
    config.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
    config.remove(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
    config.remove(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
    return config;
  }

  /**
   * Settings of a producer that stores a record once, at all replicas in sync, or reports within
   * the time-out that it did not.
   */
  public Map<String, Object> producer() {
    Map<String, Object> config = withoutJmx(producer);
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs / 2);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
    return config;
  }

  /**
   * Leaves out JMX, because two services in one process would register management beans under the
   * same names.
   */
  private static Map<String, Object> withoutJmx(Map<String, Object> from) {
    Map<String, Object> config = new HashMap<>(from);
    config.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    return config;
  }
}
