package io.lockarbiter.spring.application;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.client.work.JobOutcome;
import io.lockarbiter.spring.GrantListener;
import io.lockarbiter.spring.GrantWorkerStarter;
import io.lockarbiter.spring.LockClientAutoConfiguration;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The methods of an application run under locks of the fake arbiter, without Kafka. */
class ThumbnailsTest {
  static class Thumbnails {
    @GrantListener("thumbnails")
    JobOutcome render(Job job) {
      return job.attempt() == 1
          ? JobOutcome.retryAfter(Duration.ofMinutes(1))
          : JobOutcome.done("rendered " + job.lock().path());
    }
  }

  @Configuration
  static class WithoutKafka {
    @Bean
    FakeArbiter arbiter() {
      return new FakeArbiter();
    }

    @Bean
    LockClient locks(FakeArbiter arbiter) {
      return arbiter.client(FakeArbiter.options().withCallbacks(Runnable::run));
    }

    @Bean
    GrantWorkerStarter workers(FakeArbiter arbiter) {
      return (client, options, handler) ->
          arbiter.worker(client, options.withHandlers(Runnable::run), handler);
    }
  }

  @Test
  void job_isDoneByTheAnnotatedMethod() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(LockClientAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(KafkaProperties.class))
        .withUserConfiguration(WithoutKafka.class)
        .withBean(Thumbnails.class)
        .run(
            application -> {
              Ticket ticket =
                  application
                      .getBean(LockClient.class)
                      .submit("thumbnails", LockRequest.upload("acme", "ann", "/plan.png"));
              assertThat(ticket.outcome()).isNotDone();
              application.getBean(FakeArbiter.class).pass(Duration.ofMinutes(1));

              assertThat(ticket.outcome())
                  .succeedsWithin(LIMIT)
                  .isEqualTo(new TicketOutcome.Done("rendered /plan.png"));
            });
  }
}
