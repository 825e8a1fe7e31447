package io.lockarbiter.spring;

import java.util.Map;

/** Where the settings of Kafka clients come from: servers and security among them. */
@FunctionalInterface
interface KafkaSettingsSource {
  Map<String, Object> settings();
}
