package io.lockarbiter.spring;

import java.util.Map;

/** The source of the settings of Kafka clients, servers and security among them. */
@FunctionalInterface
interface KafkaSettingsSource {
  Map<String, Object> settings();
}
