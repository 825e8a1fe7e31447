package io.lockarbiter.spring;

import io.lockarbiter.spring.boot3.LockHealthSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds {@code lockClient} to the health contributors of Spring Boot 4. */
@AutoConfiguration(after = LockClientAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
@ConditionalOnProperty(name = "management.health.lock-client.enabled", matchIfMissing = true)
@ConditionalOnBean(LockHealthSource.class)
public final class LockHealthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "lockClientHealthIndicator")
  HealthIndicator lockClientHealthIndicator(LockHealthSource source) {
    return () -> {
      LockHealthSource.Look look = source.look();
      return (look.isUp() ? Health.up() : Health.down()).withDetails(look.details()).build();
    };
  }
}
