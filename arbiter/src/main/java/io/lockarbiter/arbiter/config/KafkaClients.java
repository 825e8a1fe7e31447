package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.kafka.ArbiterAssignor;
import io.lockarbiter.arbiter.kafka.ConsumerSource;
import io.lockarbiter.arbiter.kafka.ProducerSource;
import io.lockarbiter.service.StartupRefusedException;
import io.lockarbiter.service.kafka.KafkaSettings;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The Kafka clients of this instance. {@code spring.kafka} applies, except where a guarantee of the
 * arbiter depends on a setting.
 */
final class KafkaClients {
  /**
   * Time for which the partitions of an instance that died silently stand still; the brokers' least
   * value by default.
   */
  private static final int SESSION_TIMEOUT_MS = 6_000;

  /**
   * The interval of heartbeats. A member that joins or leaves the group holds up the partitions
   * that change hands until every member has learnt of it, at its next heartbeat.
   */
  private static final int HEARTBEAT_INTERVAL_MS = 150;

  /**
   * Longest time that a fetch waits at the broker for records. Other requests of the consumer wait
   * behind it on the same connection, such as the first fetch of a partition that was just
   * assigned.
   */
  private static final int FETCH_WAIT_MS = 50;

  /**
   * Longest time that a fetch of a reader waits; readers send requests at every step of a start.
   */
  private static final int READER_FETCH_WAIT_MS = 10;

  /**
   * Most bytes of one fetch, from one broker and of one partition; a larger batch comes alone. What
   * was fetched may take fifty times as much when it is decoded ({@link
   * io.lockarbiter.arbiter.kafka.Polls}), and 600 commands are enough for one request.
   */
  private static final int FETCH_BYTES = 128 * 1024;

  private static final int BATCH_BYTES = 256 * 1024;

  /** Most bytes that wait in the producer of one partition; more wait in the worker's hand. */
  private static final int BUFFER_BYTES = 4 * 1024 * 1024;

  /**
   * A transaction goes out at its commit, whatever the time; until then its events gather into few
   * requests. If they are few, one request at a time is under way: two at once make a broker of 4.x
   * log errors about sequence numbers now and then (KAFKA-18202), which the client's retry mends.
   */
  private static final int TRANSACTION_LINGER_MS = 5;

  /** Pause between retries of the reader; the default is 100 ms. */
  private static final int RETRY_BACKOFF_MS = 20;

  /**
   * Pause between retries of a listener; the default is 100 ms. The thread that sends heartbeats
   * looks that often whether one is due. Until it has looked, each poll of the listener returns at
   * once and begins again, some thousand times a second.
   */
  private static final int GROUP_RETRY_BACKOFF_MS = 10;

  /**
   * Pause between retries of a transaction's requests. They mostly wait for the end of the last
   * transaction, which takes about a millisecond.
   */
  private static final int TRANSACTION_RETRY_BACKOFF_MS = 1;

  private final KafkaSettings settings;
  private final ArbiterProperties properties;

  KafkaClients(KafkaSettings settings, ArbiterProperties properties) {
    this.settings = settings;
    this.properties = properties;
  }

  String bootstrapServers() {
    return settings.bootstrapServers();
  }

  Admin admin() {
    return settings.openAdmin();
  }

  ConsumerSource group() {
    return clientId -> {
      Map<String, Object> config = groupConfig();
      config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
      return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    };
  }

  private Map<String, Object> groupConfig() {
    Map<String, Object> config = settings.consumer();
    config.put(ConsumerConfig.GROUP_ID_CONFIG, properties.deployment());
    config.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    config.putIfAbsent(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_INTERVAL_MS);
    config.putIfAbsent(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, GROUP_RETRY_BACKOFF_MS);
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, ArbiterAssignor.class.getName());
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.kafka().maxPollRecords());
    config.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    boundFetches(config);
    return config;
  }

  /** A consumer that reads the group's positions but is no member: it never subscribes. */
  Consumer<byte[], byte[]> reader() {
    Map<String, Object> config = settings.reader();
    config.put(ConsumerConfig.GROUP_ID_CONFIG, properties.deployment());
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, properties.deployment() + "-reader");
    config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READER_FETCH_WAIT_MS);
    config.put(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_BACKOFF_MS);
    boundFetches(config);
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static void boundFetches(Map<String, Object> config) {
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
  }

  ProducerSource transactional() {
    return id -> {
      int timeoutMs = Math.toIntExact(properties.kafka().transactionTimeout().toMillis());
      Map<String, Object> config = settings.producer();
      config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
      config.put(ProducerConfig.CLIENT_ID_CONFIG, id);
      config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeoutMs);
      config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
      config.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
      config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, TRANSACTION_LINGER_MS);
      config.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, TRANSACTION_RETRY_BACKOFF_MS);
      return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    };
  }

  /**
   * A producer for records that need no transaction.
   *
   * @throws StartupRefusedException if the settings allow no client, for example because a host has
   *     no address
   */
  Producer<byte[], byte[]> idempotent() {
    Map<String, Object> config = settings.producer();
    config.put(ProducerConfig.CLIENT_ID_CONFIG, properties.deployment() + "-appender");
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
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
}
