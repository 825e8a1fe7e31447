package io.lockarbiter.spring.boot3;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Adds {@code lockClient} to the health contributors of Spring Boot 3.5. */
@AutoConfiguration(afterName = "io.lockarbiter.spring.LockClientAutoConfiguration")
@ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
@ConditionalOnProperty(name = "management.health.lock-client.enabled", matchIfMissing = true)
@ConditionalOnBean(LockHealthSource.class)
public final class Boot3HealthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "lockClientHealthIndicator")
  HealthIndicator lockClientHealthIndicator(LockHealthSource source) {
    return () -> {
      LockHealthSource.Look look = source.look();
      return (look.isUp() ? Health.up() : Health.down()).withDetails(look.details()).build();
    };
  }
}
