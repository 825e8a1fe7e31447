package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * A {@link LockClient} from properties, opened when a bean asks for it, and a worker for each
 * method with {@link GrantListener}.
 */
@AutoConfiguration(
    afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@EnableConfigurationProperties(LockClientProperties.class)
public final class LockClientAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  LockClientOptions lockClientOptions(
      LockClientProperties properties, KafkaSettingsSource kafka, Environment environment) {
    LockClientOptions options =
        LockClientOptions.of(kafka.settings()).withTopicPrefix(properties.topicPrefix());
    String application = environment.getProperty("spring.application.name");
    PropertyMapper map = PropertyMapper.get();
    options = map.from(application).to(options, LockClientOptions::withName);
    options = map.from(properties::name).to(options, LockClientOptions::withName);
    options = map.from(properties::maxInFlight).to(options, LockClientOptions::withMaxInFlight);
    options =
        map.from(properties::clockDifference).to(options, LockClientOptions::withClockDifference);
    options = map.from(properties::resendAfter).to(options, LockClientOptions::withResendAfter);
    options = map.from(properties::answerTimeout).to(options, LockClientOptions::withAnswerTimeout);
    options = map.from(properties::closing).to(options, LockClientOptions::withClosing);
    options = map.from(properties::closeTimeout).to(options, LockClientOptions::withCloseTimeout);
    return map.from(properties::leakWarning).to(options, LockClientOptions::withLeakWarning);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @Lazy
  LockClient lockClient(LockClientOptions options) {
    return KafkaLockClient.open(options);
  }

  @Bean
  @ConditionalOnMissingBean
  GrantWorkerStarter grantWorkerStarter() {
    return GrantWorker::start;
  }

  @Bean
  GrantWorkers grantWorkers(
      ConfigurableListableBeanFactory beans,
      LockClientProperties properties,
      KafkaSettingsSource kafka,
      ObjectProvider<LockClient> client,
      GrantWorkerStarter starter) {
    return new GrantWorkers(beans, properties, kafka, client, starter);
  }

  /** Kafka as spring-kafka reaches it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.kafka.autoconfigure.KafkaProperties")
  static class SpringKafka {
    @Bean
    @ConditionalOnMissingBean
    KafkaSettingsSource lockKafkaSettings(
        LockClientProperties properties,
        ObjectProvider<KafkaProperties> spring,
        ObjectProvider<KafkaConnectionDetails> connection) {
      return () -> {
        Map<String, Object> settings = new HashMap<>();
        // What all Kafka clients share; an admin has the least beside.
        spring.ifAvailable(kafka -> settings.putAll(kafka.buildAdminProperties()));
        settings.remove("client.id");
        // Containers and other services that Spring Boot connects to by itself.
        connection.ifAvailable(
            details -> settings.putAll(ConnectionSettings.of(details.getAdmin())));
        settings.putAll(properties.kafka());
        return settings;
      };
    }
  }

  /** Kafka without spring-kafka. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("org.springframework.boot.kafka.autoconfigure.KafkaProperties")
  static class PlainKafka {
    @Bean
    @ConditionalOnMissingBean
    KafkaSettingsSource lockKafkaSettings(LockClientProperties properties) {
      return () -> Map.copyOf(properties.kafka());
    }
  }
}
