package io.lockarbiter.client.kafka;

import java.util.HashMap;
import java.util.Map;

/**
 * The settings of both Kafka clients: what the caller says, but for what the answers depend on.
 *
 * @param given the caller's, valid for both clients
 */
record KafkaSettings(Map<String, Object> given) {
  private static final Map<String, Object> PRODUCER_DEFAULTS =
      Map.of("linger.ms", "1", "max.block.ms", "5000");

  /**
   * Idempotent, without transactions; the default partitioner by key ({@code WIRE.md}, Topics). No
   * copy of a command is delivered so late that the arbiter has forgotten the first.
   */
  Map<String, Object> producer() {
    Map<String, Object> settings = new HashMap<>(PRODUCER_DEFAULTS);
    settings.putAll(given);
    settings.remove("transactional.id");
    settings.remove("partitioner.class");
    settings.put("partitioner.ignore.keys", "false");
    settings.put("enable.idempotence", "true");
    settings.put("acks", "all");
    settings.put("request.timeout.ms", "10000");
    settings.put("delivery.timeout.ms", "30000");
    return settings;
  }

  /** Committed events only; no group, so that partitions are never taken away. */
  Map<String, Object> consumer() {
    Map<String, Object> settings = new HashMap<>(given);
    settings.remove("group.id");
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "none");
    settings.put("enable.auto.commit", "false");
    settings.put("allow.auto.create.topics", "false");
    return settings;
  }
}
