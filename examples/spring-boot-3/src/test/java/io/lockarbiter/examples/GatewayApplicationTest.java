package io.lockarbiter.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.testing.FakeArbiter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.actuate.health.HealthComponent;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.actuate.health.SystemHealth;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The starter on Spring Boot 3.5 and the Kafka client that it manages. */
class GatewayApplicationTest {
  @Configuration
  static class Fake {
    @Bean
    LockClient fakeLocks() {
      return new FakeArbiter().client("gateway");
    }
  }

  private static ConfigurableApplicationContext start(Class<?>... sources) {
    return new SpringApplication(sources)
        .run(
            "--spring.kafka.bootstrap-servers=broker.invalid:9092",
            "--spring.kafka.security.protocol=SASL_PLAINTEXT",
            "--spring.kafka.client-id=app",
            "--lockarbiter.client.kafka.security.protocol=PLAINTEXT");
  }

  private static HealthComponent health(ConfigurableApplicationContext context) {
    var all = (SystemHealth) context.getBean(HealthEndpoint.class).health();
    return all.getComponents().get("lockClient");
  }

  @Test
  void application_acquiresAndIsSeen() throws Exception {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
    try (var context = start(GatewayApplication.class, Fake.class)) {
      assertThat(context.getBean(GatewayApplication.Uploads.class).upload("acme", "ann", "/a"))
          .isPositive();

      assertThat(health(context).getStatus()).isEqualTo(Status.UP);
      assertThat(
              context
                  .getBean(MeterRegistry.class)
                  .get("lockarbiter.client.granted")
                  .functionCounter()
                  .count())
          .isEqualTo(1);
    }
  }

  @Test
  void applicationWithoutABroker_startsAndItsHealthSaysWhy() {
    try (var context = start(GatewayApplication.class)) {
      Map<String, Object> kafka = context.getBean(LockClientOptions.class).kafka();
      assertThat(kafka)
          .containsEntry("bootstrap.servers", "broker.invalid:9092")
          .containsEntry("security.protocol", "PLAINTEXT")
          .doesNotContainKeys("client.id", "key.deserializer");
      assertThat(context.getBean(LockClient.class).health().status())
          .isEqualTo(LockClientHealth.Status.CONNECTING);
      assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
    }
  }
}
