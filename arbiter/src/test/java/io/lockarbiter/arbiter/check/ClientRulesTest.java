package io.lockarbiter.arbiter.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.kafka.ArbiterAssignor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientRulesTest {
  @ParameterizedTest
  @CsvSource({
    "consumer, group.instance.id, a, nothing",
    "consumer, group.protocol, CONSUMER, classic",
    "consumer, group.remote.assignor, uniform, nothing",
    "consumer, enable.auto.commit, true, false",
    "consumer, auto.offset.reset, earliest, none",
    "consumer, group.id, mine, locks",
    "consumer, interceptor.classes, x.Y, nothing",
    "producer, transactional.id, t, nothing",
    "producer, enable.idempotence, false, true",
    "producer, interceptor.classes, x.Y, nothing",
    "producer, max.request.size, 1000, at least 655360"
  })
  void foreignSetting_isRefusedByName(String client, String name, String value, String expected) {
    assertThat(findings(client, name, value))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.refuses()).isTrue();
              assertThat(finding.text())
                  .startsWith(
                      "spring.kafka sets %s=%s for the %s, expected %s; "
                          .formatted(name, value, client, expected))
                  .endsWith(
                      ". Fix: take it out of spring.kafka.%s, spring.kafka.properties and the environment"
                          .formatted(client));
            });
  }

  @Test
  void otherAssignor_isRefused() {
    assertThat(findings("consumer", "partition.assignment.strategy", List.of("x.Range")))
        .hasSize(1);
    assertThat(
            findings("consumer", "partition.assignment.strategy", List.of(ArbiterAssignor.class)))
        .isEmpty();
  }

  @Test
  void fewerAcknowledgements_areRefused() {
    assertThat(findings("producer", "acks", "1")).hasSize(1);
    assertThat(findings("producer", "acks", "all")).isEmpty();
    assertThat(findings("producer", "acks", "-1")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "isolation.level, read_uncommitted",
    "key.deserializer, x.Y",
    "enable.auto.commit, false",
    "group.protocol, classic",
    "group.id, locks",
    "auto.offset.reset, none",
    "session.timeout.ms, 6000",
    "interceptor.classes, ''",
    "security.protocol, SASL_SSL"
  })
  void whatIsOverriddenOrHarmless_isNotRefused(String name, String value) {
    assertThat(findings("consumer", name, value)).isEmpty();
  }

  private static List<Finding> findings(String client, String name, Object value) {
    Map<String, Object> settings = Map.of(name, value);
    return client.equals("consumer")
        ? ClientRules.findings(settings, Map.of(), "locks")
        : ClientRules.findings(Map.of(), settings, "locks");
  }
}
