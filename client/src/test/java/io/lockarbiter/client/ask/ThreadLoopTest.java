package io.lockarbiter.client.ask;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadLoopTest {
  private static final int LOOPS = 20;
  private static final int TIMERS = 1_000;

  /** As if a client had a lease of ten minutes, whose timers are still far. */
  @Test
  void closedLoop_keepsNoThread() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < LOOPS; n++) {
      ThreadLoop loop = new ThreadLoop("turns");
      for (int timer = 0; timer < TIMERS; timer++) {
        loop.executeAt(loop.nanoTime() + Duration.ofMinutes(10).toNanos(), () -> {});
      }
      threads.add(CompletableFuture.supplyAsync(Thread::currentThread, loop::execute).get());
      loop.close();
    }

    for (Thread thread : threads) {
      thread.join(LIMIT.toMillis());
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void turnsThatAreDue_runBeforeTheEnd() {
    ThreadLoop loop = new ThreadLoop("turns");
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> last = new CompletableFuture<>();
    loop.execute(first::join);
    loop.execute(() -> last.complete("ran"));
    loop.close();
    first.complete("goes on");

    assertThat(last).succeedsWithin(LIMIT);
  }

  @Test
  void closedLoop_runsTurnsOnTheCallersThread() {
    ThreadLoop loop = new ThreadLoop("turns");
    loop.close();

    assertThat(CompletableFuture.supplyAsync(Thread::currentThread, loop::execute))
        .isCompletedWithValue(Thread.currentThread());
  }
}
