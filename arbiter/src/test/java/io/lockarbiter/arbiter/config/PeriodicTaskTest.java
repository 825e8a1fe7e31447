package io.lockarbiter.arbiter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
  private final CountDownLatch runs = new CountDownLatch(3);
  private volatile String thread = "";

  @Test
  void taskThatFails_isRunAgain() throws InterruptedException {
    PeriodicTask task = new PeriodicTask("prod-tick", this::fail, Duration.ofMillis(1));

    task.start();

    assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(thread).isEqualTo("prod-tick");
    assertThat(task.isRunning()).isTrue();
    task.stop();
    assertThat(task.isRunning()).isFalse();
  }

  private void fail() {
    thread = Thread.currentThread().getName();
    runs.countDown();
    if (runs.getCount() == 2) {
      throw new IllegalStateException("no broker");
    }
    if (runs.getCount() == 1) {
      throw new OutOfMemoryError("no memory for a moment");
    }
  }
}
