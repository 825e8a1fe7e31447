package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.MemoryFencingGuard;
import io.lockarbiter.client.work.Job;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.spring.GrantListener;
import io.lockarbiter.spring.LockClientAutoConfiguration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A Spring Boot application that acquires locks and works under them, over real Kafka. */
@Cluster
class SpringWorkerIT {
  static class Uploads {
    final List<String> written = new CopyOnWriteArrayList<>();
    private final MemoryFencingGuard guard = new MemoryFencingGuard();

    @GrantListener("uploads")
    void write(Job job, FencingAction action) {
      guard.act(action.asLast(), () -> written.add(String.valueOf(job.attribute("upload"))));
    }
  }

  @Test
  void submittedLock_isWorkedUnderAndReleased(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(KafkaAutoConfiguration.class, LockClientAutoConfiguration.class))
        .withBean(Uploads.class)
        .withPropertyValues(
            "spring.kafka.bootstrap-servers=" + deployment.brokers(),
            "lockarbiter.client.topic-prefix=" + deployment.prefix())
        .run(
            running -> {
              LockRequest request =
                  LockRequest.upload("acme", "u1", "/a.pdf").attribute("upload", "u-77");
              String lockId = running.getBean(LockClient.class).submit("uploads", request).lockId();
              await().until(() -> isReleased(deployment.log(), lockId));
              assertThat(running.getBean(Uploads.class).written).containsExactly("u-77");
            });
  }

  private static boolean isReleased(KafkaLog log, String lockId) {
    return log.events().stream()
        .filter(Released.class::isInstance)
        .map(Released.class::cast)
        .anyMatch(
            released ->
                released.subject().lockId().equals(lockId)
                    && released.reason() == ReleaseReason.RELEASED);
  }
}
