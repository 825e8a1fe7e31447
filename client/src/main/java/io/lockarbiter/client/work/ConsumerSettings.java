package io.lockarbiter.client.work;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The consumer's settings: the user's, and those that the worker's promises rest on. */
final class ConsumerSettings {
  /**
   * Where a new group begins. A grant older than the longest lease has ended, or was renewed and so
   * is somebody's; the rest of the time is for clocks that differ.
   */
  private static final String LONGEST_LEASE_AND_MORE = "by_duration:PT15M";

  private ConsumerSettings() {}

  static Map<String, Object> of(GrantWorkerOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, LONGEST_LEASE_AND_MORE);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 100);
    if (!"consumer".equals(options.kafka().get(ConsumerConfig.GROUP_PROTOCOL_CONFIG))) {
      settings.put(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    settings.putAll(options.kafka());
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, options.group());
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return settings;
  }
}
