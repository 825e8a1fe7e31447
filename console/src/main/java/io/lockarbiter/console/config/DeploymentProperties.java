package io.lockarbiter.console.config;

import io.lockarbiter.service.Range;
import io.lockarbiter.service.kafka.TopicProperties;
import io.lockarbiter.service.redis.RedisProperties;
import java.time.Duration;
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
 * @param kafka the wait for Kafka at the start
 */
@ConfigurationProperties("lockarbiter")
public record DeploymentProperties(
    @DefaultValue("lockarbiter") String deployment,
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
    @DefaultValue @NestedConfigurationProperty RedisProperties redis,
    @DefaultValue KafkaStart kafka) {

  /**
   * The wait for Kafka.
   *
   * @param startTimeout the longest wait at the start for brokers that do not answer yet; zero =
   *     they are asked once
   */
  public record KafkaStart(@DefaultValue("60s") Duration startTimeout) {
    public KafkaStart {
      Range.atLeast("lockarbiter.kafka.start-timeout", startTimeout, Duration.ZERO);
    }
  }
}
