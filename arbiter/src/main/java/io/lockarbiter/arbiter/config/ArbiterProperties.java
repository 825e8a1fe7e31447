package io.lockarbiter.arbiter.config;

import io.lockarbiter.contracts.lock.Settings;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that is the arbiter's own to set; how to reach Kafka stands under {@code
 * spring.kafka}. A name that is none of these refuses the start, but for one in the environment: a
 * misspelt setting would be a default that nobody wanted.
 *
 * @param deployment name of this deployment: consumer group, prefix of transactional ids, name of
 *     the keys in Redis. Arbiters with one name share the work; never give it to two command logs
 * @param concurrency listener threads of this instance; partitions are shared out among them
 * @param topics the topics
 * @param kafka how the topics are read and written
 * @param redis where the state is kept
 * @param limits what decides beside the commands themselves, by name: see {@link #settings}
 * @param tick the timer
 * @param http the view
 */
@ConfigurationProperties(prefix = "lockarbiter", ignoreUnknownFields = false)
public record ArbiterProperties(
    @DefaultValue("lockarbiter") String deployment,
    @DefaultValue("4") int concurrency,
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
    @DefaultValue @NestedConfigurationProperty KafkaProperties kafka,
    @DefaultValue @NestedConfigurationProperty RedisProperties redis,
    @DefaultValue Map<String, String> limits,
    @DefaultValue @NestedConfigurationProperty TickProperties tick,
    @DefaultValue @NestedConfigurationProperty HttpProperties http) {

  /** Checks the values. */
  public ArbiterProperties {
    Range.require(
        deployment.matches("[A-Za-z0-9._-]{1,64}"),
        "lockarbiter.deployment",
        deployment,
        "1 to 64 letters, digits, dots, dashes or underscores: it names keys and ids");
    Range.atLeast("lockarbiter.concurrency", concurrency, 1);
    LimitProperties.settings(limits, topics.partitions());
  }

  /** The settings that every partition shall have. */
  public Settings settings() {
    return LimitProperties.settings(limits, topics.partitions());
  }
}
