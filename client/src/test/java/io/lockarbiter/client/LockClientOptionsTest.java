package io.lockarbiter.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.work.GrantWorkerOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockClientOptionsTest {
  private static final Map<String, String> KAFKA =
      Map.of("bootstrap.servers", "kafka:9092", "sasl.jaas.config", "password=hunter2");

  @Test
  void toString_hasNoSecret() {
    assertThat(LockClientOptions.of(KAFKA).withName("gateway").toString())
        .contains("name=gateway", "sasl.jaas.config", "answerTimeout=PT45S")
        .doesNotContain("hunter2");
    assertThat(GrantWorkerOptions.of(KAFKA, "uploads").toString())
        .contains("pool=uploads", "sasl.jaas.config")
        .doesNotContain("hunter2");
  }
}
