package io.lockarbiter.client.ask;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadLoopTest {
  /** The thread may wait for one of the timers that are dropped; many loops find that moment. */
  @Test
  void closedLoop_endsItsThreadAlthoughTimersAreFarAway() throws InterruptedException {
    for (int round = 0; round < 500; round++) {
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      ThreadLoop loop = new ThreadLoop("loop-" + round);
      loop.execute(() -> thread.complete(Thread.currentThread()));
      for (int timer = 0; timer < 200; timer++) {
        loop.executeAt(loop.nanoTime() + Duration.ofMinutes(10).toNanos(), () -> {});
      }
      Thread running = thread.join();
      loop.close();
      running.join(LIMIT.toMillis());
      assertThat(running.isAlive()).as("round %d", round).isFalse();
    }
  }
}
