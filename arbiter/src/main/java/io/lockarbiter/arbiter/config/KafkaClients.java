package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.check.StartupRefusedException;
import io.lockarbiter.arbiter.kafka.ConsumerSource;
import io.lockarbiter.arbiter.kafka.ProducerSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The Kafka clients of this instance. What {@code spring.kafka} says holds, except where a promise
 * of the arbiter depends on it.
 */
final class KafkaClients {
  /**
   * How long the partitions of an instance that died without a word stand still; the brokers' least
   * value by default.
   */
  private static final int SESSION_TIMEOUT_MS = 6_000;

  /**
   * Whoever joins or leaves the group holds up the partitions that change hands until every member
   * has heard of it, which is at its next heartbeat.
   */
  private static final int HEARTBEAT_INTERVAL_MS = 150;

  /**
   * Longest time that a fetch waits at the broker for records. Whatever else a consumer asks waits
   * behind it on the same connection: the first fetch of a partition that was just assigned.
   */
  private static final int FETCH_WAIT_MS = 50;

  /** Likewise for readers, which ask for something at every step of a start. */
  private static final int READER_FETCH_WAIT_MS = 10;

  private static final int BATCH_BYTES = 256 * 1024;

  /**
   * A transaction goes out at its commit, whatever the time; until then its events gather into few
   * requests, one under way at a time if they are few. Two at once make a broker of 4.x log errors
   * about sequence numbers now and then (KAFKA-18202), which the client's retry mends.
   */
  private static final int TRANSACTION_LINGER_MS = 5;

  /** A transaction that is being ended is ended within milliseconds; the default is 100. */
  private static final int RETRY_BACKOFF_MS = 20;

  private final Map<String, Object> consumer;
  private final Map<String, Object> producer;
  private final Map<String, Object> admin;
  private final ArbiterProperties properties;

  /**
   * Clients.
   *
   * @param consumer properties from {@code spring.kafka}
   * @param producer likewise
   * @param admin likewise
   */
  KafkaClients(
      Map<String, Object> consumer,
      Map<String, Object> producer,
      Map<String, Object> admin,
      ArbiterProperties properties) {
    this.consumer = consumer;
    this.producer = producer;
    this.admin = admin;
    this.properties = properties;
  }

  String bootstrapServers() {
    Object servers = admin.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
    return servers instanceof Collection<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(servers);
  }

  /** Its close waits for what is under way, so nothing may be for longer than is waited. */
  Admin admin() {
    int timeoutMs = Math.toIntExact(properties.kafka().requestTimeout().toMillis());
    Map<String, Object> config = withoutJmx(admin);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    return Admin.create(config);
  }

  ConsumerSource group() {
    return clientId -> {
      Map<String, Object> config = groupConfig();
      config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
      return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    };
  }

  private Map<String, Object> groupConfig() {
    Map<String, Object> config = withoutJmx(consumer);
    config.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    config.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_INTERVAL_MS);
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.kafka().maxPollRecords());
    config.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    readCommitted(config);
    return config;
  }

  /** Of the group, whose positions it reads, but no member: it is never subscribed. */
  Consumer<byte[], byte[]> reader() {
    Map<String, Object> config = withoutJmx(consumer);
    config.keySet().removeIf(key -> key.startsWith("group."));
    config.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
    config.remove(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
    config.remove(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, properties.deployment() + "-reader");
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READER_FETCH_WAIT_MS);
    config.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_BACKOFF_MS);
    readCommitted(config);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void readCommitted(Map<String, Object> config) {
    config.put(ConsumerConfig.GROUP_ID_CONFIG, properties.deployment());
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        Math.toIntExact(properties.kafka().requestTimeout().toMillis()));
  }

  ProducerSource transactional() {
    return id -> {
      int timeoutMs = Math.toIntExact(properties.kafka().transactionTimeout().toMillis());
      Map<String, Object> config = durable();
      config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
      config.put(ProducerConfig.CLIENT_ID_CONFIG, id);
      config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeoutMs);
      config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
      config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, TRANSACTION_LINGER_MS);
      config.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_BACKOFF_MS);
      return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    };
  }

  /**
   * What needs no transaction.
   *
   * @throws StartupRefusedException if no client can be made of the settings, such as for a host
   *     that has no address
   */
  Producer<byte[], byte[]> idempotent() {
    Map<String, Object> config = durable();
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    config.put(ProducerConfig.CLIENT_ID_CONFIG, properties.deployment() + "-appender");
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    try {
      return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new StartupRefusedException(
          "Kafka at %s cannot be asked: %s; the arbiter cannot start without. Fix: correct spring.kafka.bootstrap-servers (--kafka), or the security settings under spring.kafka"
              .formatted(bootstrapServers(), why.getMessage()),
          e);
    }
  }

  private Map<String, Object> durable() {
    int timeoutMs = Math.toIntExact(properties.kafka().requestTimeout().toMillis());
    Map<String, Object> config = withoutJmx(producer);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs / 2);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
    return config;
  }

  /** Two arbiters in one process would fight over names of management beans. */
  private static Map<String, Object> withoutJmx(Map<String, Object> from) {
    Map<String, Object> config = new HashMap<>(from);
    config.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    return config;
  }
}
