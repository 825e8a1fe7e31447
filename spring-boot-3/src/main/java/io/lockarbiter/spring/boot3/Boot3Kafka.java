package io.lockarbiter.spring.boot3;

import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.kafka.KafkaConnectionDetails;
import org.springframework.boot.autoconfigure.kafka.KafkaProperties;
import org.springframework.boot.ssl.SslBundles;

/** The settings of Kafka clients that spring-kafka uses. */
public final class Boot3Kafka {
  private Boot3Kafka() {}

  /** The settings that all Kafka clients share: servers and security. */
  public static Map<String, Object> settings(BeanFactory beans) {
    Map<String, Object> settings = new HashMap<>();
    // An admin client has the fewest settings beside the common ones.
    beans
        .getBeanProvider(KafkaProperties.class)
        .ifAvailable(
            kafka ->
                settings.putAll(
                    kafka.buildAdminProperties(
                        beans.getBeanProvider(SslBundles.class).getIfAvailable())));
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
