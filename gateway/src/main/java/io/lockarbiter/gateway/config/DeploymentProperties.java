package io.lockarbiter.gateway.config;

import io.lockarbiter.service.Range;
import io.lockarbiter.service.kafka.TopicProperties;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The deployment that the gateway serves, by the settings of its arbiters.
 *
 * @param topics their names; the number of their partitions is read from Kafka
 * @param kafka the wait for Kafka at the start
 */
@ConfigurationProperties("lockarbiter")
public record DeploymentProperties(
    @DefaultValue @NestedConfigurationProperty TopicProperties topics,
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
