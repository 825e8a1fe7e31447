package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.work.GrantWorkerHealth.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The health of a running worker. */
class WorkerHealthTest {
  @Test
  void silenceOfAllBrokers_isToldAfterTenSeconds() {
    assertThat(WorkerHealth.of("thumbnails", null, Duration.ofSeconds(10), 4))
        .isEqualTo(new WorkerHealth(Status.RUNNING, null, 4));
    assertThat(WorkerHealth.of("thumbnails", null, Duration.ofMillis(10_500), 4))
        .isEqualTo(
            new WorkerHealth(
                Status.IMPAIRED,
                "no broker has answered the worker of group=thumbnails for 10500 ms, it takes no jobs. Look at the brokers and the network; if they are well, its group waits for a worker that lets its jobs end",
                4));
  }
}
