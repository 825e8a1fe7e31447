package io.lockarbiter.client.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of both Kafka clients: the caller's, except those on which answers depend.
 *
 * @param given the caller's settings, valid for both clients
 * @param clientId the {@code client.id} of those who give none, unique in the process
 */
record KafkaSettings(Map<String, Object> given, String clientId) {
  private static final Map<String, Object> PRODUCER_DEFAULTS = Map.of("linger.ms", "1");

  /** Most bytes of one fetch from one broker, unless the caller says otherwise. */
  private static final int FETCH_BYTES = 8 << 20;

  /** Longest time in {@code Producer.send}. */
  static final Duration LONGEST_BLOCK = Duration.ofSeconds(5);

  /** Longest time after {@code Producer.send} until a record is appended or has failed. */
  static final Duration DELIVERY = Duration.ofSeconds(10);

  private static final Duration REQUEST = DELIVERY.dividedBy(2);

  /**
   * Idempotent, without transactions; the default partitioner by key ({@code WIRE.md}, Topics). A
   * record that cannot be delivered soon fails, because a copy that comes too late would be a new
   * request.
   */
  Map<String, Object> producer() {
    Map<String, Object> settings = new HashMap<>(PRODUCER_DEFAULTS);
    settings.put("client.id", clientId);
    settings.putAll(given);
    settings.remove("transactional.id");
    settings.remove("partitioner.class");
    settings.put("partitioner.ignore.keys", "false");
    settings.put("enable.idempotence", "true");
    settings.put("acks", "all");
    settings.put("max.block.ms", Long.toString(LONGEST_BLOCK.toMillis()));
    settings.put("request.timeout.ms", Long.toString(REQUEST.toMillis()));
    settings.put("delivery.timeout.ms", Long.toString(DELIVERY.toMillis()));
    return settings;
  }

  /**
   * Settings of a consumer that reads committed events only, in no group, so that partitions are
   * never taken away.
   */
  Map<String, Object> consumer() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("client.id", clientId);
    settings.put("fetch.max.bytes", FETCH_BYTES);
    settings.putAll(given);
    settings.remove("group.id");
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "none");
    settings.put("enable.auto.commit", "false");
    settings.put("allow.auto.create.topics", "false");
    return settings;
  }
}
