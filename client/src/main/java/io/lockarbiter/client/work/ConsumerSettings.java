package io.lockarbiter.client.work;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The consumer's settings: the user's, and those on which the worker's guarantees depend. */
final class ConsumerSettings {
  /**
   * Session time-out, well below the default lease, so that the job of a worker that crashed is
   * still locked.
   */
  private static final int SESSION_TIMEOUT_MS = 10_000;

  /** Events of one poll beside. */
  private static final int POLL_BESIDE = 2_000;

  /** Most bytes of one fetch from one broker, unless the user says otherwise. */
  private static final int FETCH_BYTES = 8 << 20;

  private ConsumerSettings() {}

  /** The settings of a consumer that reads earlier events, and belongs to no group. */
  static Map<String, Object> beside(GrantWorkerOptions options) {
    Map<String, Object> settings = of(options);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_BESIDE);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    settings.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
    settings.remove(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);
    settings.computeIfPresent(ConsumerConfig.CLIENT_ID_CONFIG, (name, id) -> id + "-earlier");
    return settings;
  }

  static Map<String, Object> of(GrantWorkerOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 100);
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    if (!"consumer".equals(options.kafka().get(ConsumerConfig.GROUP_PROTOCOL_CONFIG))) {
      settings.put(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
      settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    }
    settings.putAll(options.kafka());
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, options.group());
    // Applies if committed events are gone; a new group begins elsewhere.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return settings;
  }
}
