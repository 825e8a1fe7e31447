package io.lockarbiter.spring;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.client.work.GrantWorker;
import io.lockarbiter.spring.LockClientProperties.Start;
import io.lockarbiter.spring.boot3.Boot3Kafka;
import io.lockarbiter.spring.boot3.LockHealthSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * A {@link LockClient} from properties, opened when a bean asks for it, and a worker for each
 * method with {@link GrantListener}.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
      "org.springframework.boot.autoconfigure.kafka.KafkaAutoConfiguration"
    })
@EnableConfigurationProperties(LockClientProperties.class)
public final class LockClientAutoConfiguration {
  private static final String BOOT_4_KAFKA =
      "org.springframework.boot.kafka.autoconfigure.KafkaProperties";
  private static final String BOOT_3_KAFKA =
      "org.springframework.boot.autoconfigure.kafka.KafkaProperties";

  @Bean
  @ConditionalOnMissingBean
  LockClientOptions lockClientOptions(
      LockClientProperties properties, KafkaSettingsSource kafka, Environment environment) {
    LockClientOptions options =
        LockClientOptions.of(kafka.settings()).withTopicPrefix(properties.topicPrefix());
    String application = environment.getProperty("spring.application.name");
    options = with(options, application, LockClientOptions::withName);
    options = with(options, properties.name(), LockClientOptions::withName);
    options = with(options, properties.maxInFlight(), LockClientOptions::withMaxInFlight);
    options = with(options, properties.clockDifference(), LockClientOptions::withClockDifference);
    options = with(options, properties.resendAfter(), LockClientOptions::withResendAfter);
    options = with(options, properties.answerTimeout(), LockClientOptions::withAnswerTimeout);
    options = with(options, properties.releaseTimeout(), LockClientOptions::withReleaseTimeout);
    options = with(options, properties.closing(), LockClientOptions::withClosing);
    options = with(options, properties.closeTimeout(), LockClientOptions::withCloseTimeout);
    return with(options, properties.leakWarning(), LockClientOptions::withLeakWarning);
  }

  /**
   * Applies a setting without Spring's property mapper, because those of Spring Boot 3.5 and 4
   * treat null differently.
   */
  private static <T> LockClientOptions with(
      LockClientOptions options,
      @Nullable T value,
      BiFunction<LockClientOptions, T, LockClientOptions> change) {
    return value == null ? options : change.apply(options, value);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @Lazy
  LockClient lockClient(
      LockClientOptions options, LockClientProperties properties, Environment environment) {
    MissingBrokersException.check(options.kafka(), environment);
    return properties.start() == Start.BACKGROUND
        ? KafkaLockClient.openInBackground(options)
        : KafkaLockClient.open(options);
  }

  @Bean
  @ConditionalOnProperty(name = "lockarbiter.client.start", havingValue = "eager")
  SmartInitializingSingleton lockClientStart(ObjectProvider<LockClient> client) {
    return client::getObject;
  }

  @Bean
  LockHealthSource lockHealthSource(
      ConfigurableListableBeanFactory beans,
      GrantWorkers workers,
      LockClientOptions options,
      Environment environment) {
    return new LockHealth(
        beans, workers, MissingBrokersException.problem(options.kafka(), environment));
  }

  @Bean
  @ConditionalOnMissingBean
  GrantWorkerStarter grantWorkerStarter(Environment environment) {
    return (client, options, handler) -> {
      MissingBrokersException.check(options.kafka(), environment);
      return GrantWorker.start(client, options, handler);
    };
  }

  @Bean
  GrantWorkers grantWorkers(
      ConfigurableListableBeanFactory beans,
      LockClientProperties properties,
      KafkaSettingsSource kafka,
      ObjectProvider<LockClient> client,
      GrantWorkerStarter starter,
      ObjectProvider<GrantWorkerObserver> observers) {
    return new GrantWorkers(beans, properties, kafka, client, starter, observers);
  }

  /** Takes Kafka's settings from spring-kafka, in Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = BOOT_4_KAFKA)
  static class SpringKafka {
    @Bean
    @ConditionalOnMissingBean
    KafkaSettingsSource lockKafkaSettings(LockClientProperties properties, BeanFactory beans) {
      return () -> merged(Boot4Kafka.settings(beans), properties);
    }
  }

  /** Takes Kafka's settings from spring-kafka, in Spring Boot 3.5. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = BOOT_3_KAFKA)
  static class SpringKafka3 {
    @Bean
    @ConditionalOnMissingBean
    KafkaSettingsSource lockKafkaSettings(LockClientProperties properties, BeanFactory beans) {
      return () -> merged(Boot3Kafka.settings(beans), properties);
    }
  }

  private static Map<String, Object> merged(
      Map<String, Object> spring, LockClientProperties properties) {
    Map<String, Object> settings = new HashMap<>(spring);
    settings.remove("client.id");
    settings.putAll(properties.kafka());
    return settings;
  }

  /** Takes Kafka's settings without spring-kafka. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass({BOOT_4_KAFKA, BOOT_3_KAFKA})
  static class PlainKafka {
    @Bean
    @ConditionalOnMissingBean
    KafkaSettingsSource lockKafkaSettings(LockClientProperties properties) {
      return () -> Map.copyOf(properties.kafka());
    }
  }
}
