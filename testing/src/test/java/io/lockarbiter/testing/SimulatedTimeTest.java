package io.lockarbiter.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SimulatedTimeTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final SimulatedTime time = new SimulatedTime();

  @Test
  void time_waitsForTheTurnsOfOtherThreads() throws Exception {
    long begun = time.nanoTime();
    AtomicLong late = new AtomicLong();
    CountDownLatch inTurn = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () ->
                time.execute(
                    () -> {
                      inTurn.countDown();
                      await().until(() -> goOn.getCount() == 0);
                      time.executeAt(begun + 1, () -> late.set(time.nanoTime() - begun));
                    }),
            ThreadPerTask.EXECUTOR);
    inTurn.await();
    Thread passing = new Thread(() -> time.pass(LONG));
    passing.start();
    await()
        .until(
            () ->
                passing.getState() == Thread.State.WAITING
                    || passing.getState() == Thread.State.TERMINATED);
    goOn.countDown();
    other.join();
    passing.join();

    assertThat(late).hasValue(1);
    assertThat(time.nanoTime() - begun).isEqualTo(LONG.toNanos());
  }

  @Test
  void turn_mayLetTimePassItself() {
    long begun = time.nanoTime();

    time.execute(() -> time.pass(LONG));

    assertThat(time.nanoTime() - begun).isEqualTo(LONG.toNanos());
  }
}
