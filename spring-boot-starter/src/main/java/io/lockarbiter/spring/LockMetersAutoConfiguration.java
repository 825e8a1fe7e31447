package io.lockarbiter.spring;

import static java.util.stream.Collectors.groupingBy;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.metrics.GrantWorkerMetrics;
import io.lockarbiter.client.metrics.LockClientMetrics;
import io.lockarbiter.client.work.GrantWorker;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Registers the meters of clients when they are opened, and of workers when they are started. */
@AutoConfiguration(before = LockClientAutoConfiguration.class)
@ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
public final class LockMetersAutoConfiguration {
  @Bean
  static BeanPostProcessor lockClientMeters(ObjectProvider<MeterRegistry> registries) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof LockClient client) {
          registries.ifAvailable(
              registry -> new LockClientMetrics(client).bindTo(Objects.requireNonNull(registry)));
        }
        return bean;
      }
    };
  }

  @Bean
  GrantWorkerObserver grantWorkerMeters(ObjectProvider<MeterRegistry> registries) {
    return workers ->
        registries.ifAvailable(
            registry ->
                workers.stream()
                    .collect(groupingBy(GrantWorker::group))
                    .values()
                    .forEach(
                        group ->
                            new GrantWorkerMetrics(group)
                                .bindTo(Objects.requireNonNull(registry))));
  }
}
