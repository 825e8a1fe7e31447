package io.lockarbiter.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** The settings of Kafka clients that spring-kafka uses. */
final class Boot4Kafka {
  private Boot4Kafka() {}

  /** The settings that all Kafka clients share: servers and security. */
  static Map<String, Object> settings(BeanFactory beans) {
    Map<String, Object> settings = new HashMap<>();
    // An admin client has the fewest settings beside the common ones.
    beans
        .getBeanProvider(KafkaProperties.class)
        .ifAvailable(kafka -> settings.putAll(kafka.buildAdminProperties()));
    beans
        .getBeanProvider(KafkaConnectionDetails.class)
        .ifAvailable(details -> settings.putAll(of(details.getAdmin())));
    return settings;
  }

  private static Map<String, Object> of(KafkaConnectionDetails.Configuration connection) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", String.join(",", connection.getBootstrapServers()));
    if (connection.getSecurityProtocol() != null) {
      settings.put("security.protocol", connection.getSecurityProtocol());
    }
    return settings;
  }
}
