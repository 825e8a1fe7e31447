package io.lockarbiter.console.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.service.kafka.KafkaSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

class KafkaClientsTest {
  /** A poll decodes what was fetched to 80 times as much, so one fetch must fit 80 times. */
  @Test
  void fetches_areSmallWhateverTheDeploymentSays() {
    Map<String, Object> given =
        Map.of("bootstrap.servers", "127.0.0.1:9", "fetch.max.bytes", 50 << 20);
    KafkaClients clients =
        new KafkaClients(
            new KafkaSettings(
                new DefaultKafkaConsumerFactory<>(given),
                new DefaultKafkaProducerFactory<>(given),
                new KafkaAdmin(given),
                Duration.ofSeconds(5)));
    assertThat(clients.readerSettings()).containsEntry("fetch.max.bytes", 1 << 20);
  }
}
