package io.lockarbiter.client.work;

import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.ThreadLoop;
import java.util.concurrent.CompletableFuture;

/** Time of one worker: its thread keeps the time only, for what is due may run a handler. */
final class WorkerTimers implements EventLoop, AutoCloseable {
  private final ThreadLoop loop;

  WorkerTimers(String threadName) {
    loop = new ThreadLoop(threadName);
  }

  @Override
  public long nanoTime() {
    return loop.nanoTime();
  }

  @Override
  public void execute(Runnable task) {
    var unused = CompletableFuture.runAsync(task);
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    loop.executeAt(nanos, () -> execute(task));
  }

  /** What is due later is dropped. */
  @Override
  public void close() {
    loop.close();
  }
}
