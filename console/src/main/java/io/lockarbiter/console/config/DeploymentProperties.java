package io.lockarbiter.console.config;

import io.lockarbiter.service.kafka.TopicProperties;
import io.lockarbiter.service.redis.RedisProperties;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The deployment that the console shows. The settings have the names that its arbiters use, so that
 * a console beside them can be started with the same ones.
 *
 * @param deployment consumer group of the arbiters and prefix of the keys in Redis
 * @param topics their names; the number of their partitions is read from Kafka
 * @param redis connection to the state
 */
@ConfigurationProperties("lockarbiter")
public record DeploymentProperties(
    @DefaultValue("lockarbiter") String deployment,
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
    @DefaultValue @NestedConfigurationProperty RedisProperties redis) {}
