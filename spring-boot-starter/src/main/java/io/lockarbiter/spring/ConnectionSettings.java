package io.lockarbiter.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;

/** A connection of Spring Boot as settings of Kafka clients. */
final class ConnectionSettings {
  private ConnectionSettings() {}

  static Map<String, Object> of(KafkaConnectionDetails.Configuration connection) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", String.join(",", connection.getBootstrapServers()));
    if (connection.getSecurityProtocol() != null) {
      settings.put("security.protocol", connection.getSecurityProtocol());
    }
    return settings;
  }
}
