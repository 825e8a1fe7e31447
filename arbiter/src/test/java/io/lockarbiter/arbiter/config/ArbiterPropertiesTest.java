package io.lockarbiter.arbiter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.SettingsProposal;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.service.redis.RedisProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ArbiterPropertiesTest {
  @Test
  void rules_areOnesThatAreKnown() {
    assertThat(bind(Map.of("lockarbiter.rules", "1")).settings().get(Setting.RULES)).isEqualTo(1);
    int unknown = Settings.NEWEST_RULES + 1;
    assertThatThrownBy(() -> bind(Map.of("lockarbiter.rules", String.valueOf(unknown))))
        .hasRootCauseMessage(
            "lockarbiter.rules=%d, expected %s".formatted(unknown, Settings.knownRules()));
  }

  @Test
  void repair_isToldWhatIsNotSoByDefaultAndNoPassword() {
    assertThat(bind(Map.of()).repairOptions("k:1,k:2"))
        .isEqualTo(" --kafka=k:1,k:2 --redis=redis://127.0.0.1:6379");
    assertThat(
            bind(Map.of(
                    "lockarbiter.deployment", "eu",
                    "lockarbiter.topics.prefix", "eu.",
                    "lockarbiter.topics.partitions", "3",
                    "lockarbiter.redis.mode", "sentinel",
                    "lockarbiter.redis.master-name", "locks",
                    "lockarbiter.redis.database", "2",
                    "lockarbiter.redis.addresses", "redis://me:hush@s:1,redis://s:2",
                    "lockarbiter.redis.password", "secret"))
                .repairOptions("k:1"))
        .isEqualTo(
            " --kafka=k:1 --redis=redis://s:1,redis://s:2 --lockarbiter.redis.mode=sentinel --lockarbiter.redis.master-name=locks --lockarbiter.redis.database=2 --lockarbiter.deployment=eu --lockarbiter.topics.prefix=eu. --lockarbiter.topics.partitions=3");
  }

  @Test
  void nothingSet_hasTheDocumentedDefaults() {
    ArbiterProperties properties = bind(Map.of());

    assertThat(properties.deployment()).isEqualTo("lockarbiter");
    assertThat(properties.concurrency()).isEqualTo(4);
    assertThat(properties.topics().commands()).isEqualTo("lock.commands");
    assertThat(properties.topics().create()).isTrue();
    assertThat(properties.kafka().transactionTimeout()).isEqualTo(Duration.ofMinutes(1));
    assertThat(properties.redis().mode()).isEqualTo(RedisProperties.Mode.SINGLE);
    assertThat(properties.redis().addresses()).containsExactly("redis://127.0.0.1:6379");
    assertThat(properties.tick().interval()).isEqualTo(Duration.ofMillis(20));
    assertThat(properties.http().allowedHosts()).isEmpty();
    assertThat(properties.settings())
        .isEqualTo(Settings.DEFAULT.with(Setting.RULES, SettingsProposal.RULES_OF_THE_LOG));
  }

  @Test
  void settings_areBoundByTheirNames() {
    ArbiterProperties properties =
        bind(
            Map.of(
                "lockarbiter.topics.prefix", "eu1.",
                "lockarbiter.topics.partitions", "3",
                "lockarbiter.redis.mode", "sentinel",
                "lockarbiter.redis.master-name", "m",
                "lockarbiter.redis.addresses", "redis://a:1,redis://b:2",
                "lockarbiter.limits.repeat-window", "5m"));

    assertThat(properties.topics().deadLetters()).isEqualTo("eu1.lock.commands.dlt");
    assertThat(properties.redis().addresses()).isEqualTo(List.of("redis://a:1", "redis://b:2"));
    assertThat(properties.settings().get(Setting.REPEAT_WINDOW_MS)).isEqualTo(300_000);
    assertThat(properties.settings().get(Setting.PARTITIONS)).isEqualTo(3);
  }

  @Test
  void flags_areBoundByTheirNames() {
    Settings settings =
        bind(Map.of(
                "lockarbiter.names.without-case", "true",
                "lockarbiter.names.without-backslash", "true",
                "lockarbiter.moves.remembered", "true"))
            .settings();

    assertThat(settings.get(Setting.NAMES_WITHOUT_CASE)).isEqualTo(1);
    assertThat(settings.get(Setting.NAMES_WITHOUT_BACKSLASH)).isEqualTo(1);
    assertThat(settings.get(Setting.REMEMBERS_MOVES)).isEqualTo(1);
  }

  @Test
  void limits_areBoundByNameOneForEach() {
    Map<String, String> values = new HashMap<>();
    for (Setting limit : Setting.LIMITS) {
      String name = limit.name().toLowerCase(Locale.ROOT).replace('_', '-');
      boolean duration = limit.isDuration();
      values.put(
          "lockarbiter.limits." + (duration ? name.substring(0, name.length() - 3) : name),
          duration ? limit.ordinal() + "s" : "" + limit.ordinal());
    }

    Settings settings = bind(values).settings();

    for (Setting limit : Setting.LIMITS) {
      int expected = limit.isDuration() ? limit.ordinal() * 1_000 : limit.ordinal();
      assertThat(settings.get(limit)).as(limit.text()).isEqualTo(expected);
    }
  }

  @Test
  void cap_leavesASecondAtLeast() {
    assertThat(bind(Map.of("lockarbiter.limits.longest-lease", "0s")).settings())
        .isEqualTo(bind(Map.of()).settings());
    assertThatThrownBy(() -> bind(Map.of("lockarbiter.limits.longest-lease", "999ms")).settings())
        .hasStackTraceContaining("longest-lease=999ms, expected 1000ms or more");
  }

  @Test
  void limitInBytes_hasAUnit() {
    Settings settings = bind(Map.of("lockarbiter.limits.bytes-per-account", "3MB")).settings();
    assertThat(settings.get(Setting.BYTES_PER_ACCOUNT)).isEqualTo(3 << 20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"LOCKARBITER_LIMITS_LOCKSPERACCOUNT", "LOCKARBITER_LIMITS_LOCKS_PER_ACCOUNT"})
  void limit_isBoundFromTheEnvironment(String variable) {
    Binder binder =
        new Binder(
            ConfigurationPropertySources.from(
                new SystemEnvironmentPropertySource(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                    Map.of(variable, "7", "LOCKARBITER_LIMITS_REPEAT_WINDOW", ""))));

    Settings settings = binder.bindOrCreate("lockarbiter", ArbiterProperties.class).settings();

    assertThat(settings.get(Setting.LOCKS_PER_ACCOUNT)).isEqualTo(7);
    assertThat(settings.get(Setting.REPEAT_WINDOW_MS))
        .isEqualTo(Setting.REPEAT_WINDOW_MS.byDefault());
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
        "lockarbiter.kafka.max-poll-records|0|lockarbiter.kafka.max-poll-records=0, expected 1 to 2000",
        "lockarbiter.kafka.max-poll-records|2001|lockarbiter.kafka.max-poll-records=2001, expected 1 to",
        "lockarbiter.http.concurrent-views|0|lockarbiter.http.concurrent-views=0, expected at least 1",
        "lockarbiter.redis.addresses|localhost:6379|expected redis://host:port",
        "lockarbiter.redis.addresses|redis://a:1,redis://b:1|expected one with mode=single",
        "lockarbiter.redis.mode|sentinel|lockarbiter.redis.master-name=nothing, expected",
        "lockarbiter.redis.timeout|1ms|lockarbiter.redis.timeout=1ms, expected 100ms or more",
        "lockarbiter.limits.locks-per-account|0|lockarbiter.limits.locks-per-account=0",
        "lockarbiter.http.allowed-hosts|http://a|lockarbiter.http.allowed-hosts=http://a, expected names",
        "lockarbiter.http.allowed-hosts|a:80|lockarbiter.http.allowed-hosts=a:80, expected names",
        "lockarbiter.limits.locks-per-account|many|locks-per-account=many, expected a whole number",
        "lockarbiter.limits.acquires-per-window|-1|acquires-per-window=-1, expected at least 0",
        "lockarbiter.limits.window|0ms|lockarbiter.limits.window=0ms, expected 1ms or more",
        "lockarbiter.limits.bytes-per-account|2GB|bytes-per-account=2GB, expected a size such as 64MB",
        "lockarbiter.limits.bytes-per-account|much|bytes-per-account=much, expected a size such as",
        "lockarbiter.limits.repeat-window|soon|repeat-window=soon, expected a duration such as",
        "lockarbiter.limits.repeat-window|90d|repeat-window=90d, expected a duration such as",
        "lockarbiter.limits.partitions|3|lockarbiter.limits.partitions is no limit, expected one",
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
