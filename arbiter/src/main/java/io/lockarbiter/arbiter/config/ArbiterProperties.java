package io.lockarbiter.arbiter.config;

import io.lockarbiter.arbiter.partition.SettingsProposal;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.service.Range;
import io.lockarbiter.service.kafka.TopicProperties;
import io.lockarbiter.service.redis.RedisProperties;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The arbiter's own settings; the connection to Kafka is set under {@code spring.kafka}. An unknown
 * name refuses the start, except in the environment, because a misspelt setting would silently keep
 * its default.
 *
 * @param deployment the name of this deployment: consumer group, prefix of transactional ids, name
 *     of the keys in Redis. Arbiters with one name share the work; never give it to two command
 *     logs
 * @param concurrency the number of listener threads of this instance, which share its partitions
 * @param rules the version of the lock rules for decisions; if not set, an existing log keeps its
 *     rules, and a new one gets the newest
 * @param topics the topics
 * @param epoch by which its events are numbered, told once for all; higher than that of a
 *     deployment from which accounts are moved here
 * @param kafka the settings for reading and writing the topics
 * @param redis the Redis servers that keep the state
 * @param limits the limits that decisions depend on, by name: see {@link #settings}
 * @param names the settings for the names in paths
 * @param moves the settings for paths that are gone
 * @param tick the timer
 * @param http the view
 */
@ConfigurationProperties(prefix = "lockarbiter", ignoreUnknownFields = false)
public record ArbiterProperties(
    @DefaultValue(ArbiterProperties.DEPLOYMENT) String deployment,
    @DefaultValue("4") int concurrency,
    @Nullable Integer rules,
    @DefaultValue("0") int epoch,
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
    @DefaultValue @NestedConfigurationProperty KafkaProperties kafka,
    @DefaultValue @NestedConfigurationProperty RedisProperties redis,
    @DefaultValue Map<String, String> limits,
    @DefaultValue @NestedConfigurationProperty NamesProperties names,
    @DefaultValue @NestedConfigurationProperty MovesProperties moves,
    @DefaultValue @NestedConfigurationProperty TickProperties tick,
    @DefaultValue @NestedConfigurationProperty HttpProperties http) {

  private static final String DEPLOYMENT = "lockarbiter";

  /** Checks the values. */
  public ArbiterProperties {
    Range.require(
        deployment.matches("[A-Za-z0-9._-]{1,64}"),
        "lockarbiter.deployment",
        deployment,
        "1 to 64 letters, digits, dots, dashes or underscores: it names keys and ids");
    Range.atLeast("lockarbiter.concurrency", concurrency, 1);
    Range.require(
        rules == null || Settings.knowsRules(rules),
        "lockarbiter.rules",
        String.valueOf(rules),
        Settings.knownRules());
    Range.require(
        epoch >= 0 && epoch <= Epoch.LAST,
        "lockarbiter.epoch",
        String.valueOf(epoch),
        "0 to " + Epoch.LAST);
    LimitProperties.settings(limits, topics.partitions());
  }

  /**
   * The options that lead {@code lockarbiter repair} to this deployment: those that differ from the
   * defaults, without a password.
   */
  String repairOptions(String bootstrapServers) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("kafka", bootstrapServers);
    options.put("redis", redis.shown());
    if (redis.mode() != RedisProperties.Mode.SINGLE) {
      options.put("lockarbiter.redis.mode", redis.mode().name().toLowerCase(Locale.ROOT));
    }
    if (redis.masterName() != null) {
      options.put("lockarbiter.redis.master-name", redis.masterName());
    }
    if (redis.database() != 0) {
      options.put("lockarbiter.redis.database", Integer.toString(redis.database()));
    }
    if (!deployment.equals(DEPLOYMENT)) {
      options.put("lockarbiter.deployment", deployment);
    }
    if (!topics.prefix().isEmpty()) {
      options.put("lockarbiter.topics.prefix", topics.prefix());
    }
    if (topics.partitions() != Settings.DEFAULT.get(Setting.PARTITIONS)) {
      options.put("lockarbiter.topics.partitions", Integer.toString(topics.partitions()));
    }
    if (names.withoutCase()) {
      options.put("lockarbiter.names.without-case", "true");
    }
    return options.entrySet().stream()
        .map(option -> " --%s=%s".formatted(option.getKey(), option.getValue()))
        .collect(Collectors.joining());
  }

  /** The settings that every partition should have. */
  public Settings settings() {
    return moves
        .in(names.in(LimitProperties.settings(limits, topics.partitions())))
        .with(Setting.EPOCH, epoch)
        .with(Setting.RULES, rules == null ? SettingsProposal.RULES_OF_THE_LOG : rules);
  }
}
