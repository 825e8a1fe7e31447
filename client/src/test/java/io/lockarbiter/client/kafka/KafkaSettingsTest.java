package io.lockarbiter.client.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaSettingsTest {
  /** By default a consumer may fetch 50 MB from each broker. */
  @Test
  void fetches_areSmallUnlessTheCallerSaysOtherwise() {
    assertThat(new KafkaSettings(Map.of(), "id").consumer())
        .containsEntry("fetch.max.bytes", 8 << 20);
    assertThat(new KafkaSettings(Map.of("fetch.max.bytes", "1000"), "id").consumer())
        .containsEntry("fetch.max.bytes", "1000");
  }
}
