package io.lockarbiter.arbiter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ArbiterPropertiesTest {
  @Test
  void nothingSet_hasTheDocumentedDefaults() {
    ArbiterProperties properties = bind(Map.of());

    assertThat(properties.deployment()).isEqualTo("lockarbiter");
    assertThat(properties.concurrency()).isEqualTo(4);
    assertThat(properties.topics().commands()).isEqualTo("lock.commands");
    assertThat(properties.topics().create()).isTrue();
    assertThat(properties.kafka().transactionTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(properties.redis().mode()).isEqualTo(RedisProperties.Mode.SINGLE);
    assertThat(properties.redis().addresses()).containsExactly("redis://127.0.0.1:6379");
    assertThat(properties.tick().interval()).isEqualTo(Duration.ofMillis(20));
    assertThat(properties.limits().settings(12)).isEqualTo(Settings.DEFAULT);
    assertThat(properties.http().allowedHosts()).isEmpty();
  }

  @Test
  void settings_areBoundByTheirNames() {
    ArbiterProperties properties =
        bind(
            Map.of(
                "lockarbiter.topics.prefix", "eu1.",
                "lockarbiter.redis.mode", "sentinel",
                "lockarbiter.redis.master-name", "m",
                "lockarbiter.redis.addresses", "redis://a:1,redis://b:2",
                "lockarbiter.limits.repeat-window", "5m"));

    assertThat(properties.topics().deadLetters()).isEqualTo("eu1.lock.commands.dlt");
    assertThat(properties.redis().addresses()).isEqualTo(List.of("redis://a:1", "redis://b:2"));
    assertThat(properties.limits().settings(3).repeatMs()).isEqualTo(300_000);
    assertThat(properties.limits().settings(3).partitions()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lockarbiter.deployment|a b|lockarbiter.deployment=a b, expected 1 to 64 letters",
        "lockarbiter.concurrency|0|lockarbiter.concurrency=0, expected at least 1",
        "lockarbiter.topics.prefix|a/b|lockarbiter.topics.prefix=a/b, expected letters",
        "lockarbiter.topics.partitions|0|lockarbiter.topics.partitions=0, expected at least 1",
        "lockarbiter.topics.replication-factor|0|lockarbiter.topics.replication-factor=0",
        "lockarbiter.kafka.transaction-timeout|10ms|expected 1000ms or more",
        "lockarbiter.kafka.max-poll-records|0|lockarbiter.kafka.max-poll-records=0",
        "lockarbiter.redis.addresses|localhost:6379|expected redis://host:port",
        "lockarbiter.redis.addresses|redis://a:1,redis://b:1|expected one with mode=single",
        "lockarbiter.redis.mode|sentinel|lockarbiter.redis.master-name=nothing, expected",
        "lockarbiter.redis.timeout|1ms|lockarbiter.redis.timeout=1ms, expected 100ms or more",
        "lockarbiter.limits.locks-per-account|0|lockarbiter.limits.locks-per-account=0",
        "lockarbiter.http.allowed-hosts|http://a|lockarbiter.http.allowed-hosts=http://a, expected names",
        "lockarbiter.http.allowed-hosts|a:80|lockarbiter.http.allowed-hosts=a:80, expected names",
        "lockarbiter.tick.interval|0ms|lockarbiter.tick.interval=0ms, expected 1ms or more"
      })
  void badValue_isRefusedWithItsNameAndWhatIsExpected(String name, String value, String message) {
    assertThatThrownBy(() -> bind(Map.of(name, value))).rootCause().hasMessageContaining(message);
  }

  @Test
  void secrets_areNotShown() {
    RedisProperties redis =
        bind(Map.of(
                "lockarbiter.redis.addresses", "redis://u:secret1@h:1",
                "lockarbiter.redis.password", "secret2"))
            .redis();

    assertThat(redis.toString()).isEqualTo("mode=SINGLE addresses=redis://h:1 database=0");
  }

  private static ArbiterProperties bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("lockarbiter", ArbiterProperties.class);
  }
}
