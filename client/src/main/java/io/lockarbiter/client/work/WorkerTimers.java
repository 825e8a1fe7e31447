package io.lockarbiter.client.work;

import io.lockarbiter.client.ask.ClientThreads;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.ThreadLoop;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/** The timers of one worker; their thread only keeps the time, because a task may run a handler. */
final class WorkerTimers implements EventLoop, AutoCloseable {
  private final ThreadLoop loop;
  private final ForkJoinPool threads;

  WorkerTimers(String threadName) {
    loop = new ThreadLoop(threadName);
    threads = ClientThreads.pool(threadName);
  }

  @Override
  public long nanoTime() {
    return loop.nanoTime();
  }

  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      return; // closed: the task is dropped
    }
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    loop.executeAt(nanos, () -> execute(task));
  }

  /** Ends the timers and drops all later tasks. */
  @Override
  public void close() {
    loop.close();
    threads.shutdown();
  }
}
