package io.lockarbiter.console.config;

import io.lockarbiter.service.kafka.TopicProperties;
import io.lockarbiter.service.redis.RedisProperties;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which deployment is looked at: settings by the names that its arbiters have, so that a console
 * beside them is started with the same.
 *
 * @param deployment consumer group of the arbiters and prefix of the keys in Redis
 * @param topics their names; how many partitions they have is asked of Kafka
 * @param redis where the state is
 */
@ConfigurationProperties("lockarbiter")
public record DeploymentProperties(
    @DefaultValue("lockarbiter") String deployment,
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
    @DefaultValue @NestedConfigurationProperty RedisProperties redis) {}
