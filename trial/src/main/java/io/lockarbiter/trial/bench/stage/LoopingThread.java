package io.lockarbiter.trial.bench.stage;

import java.util.concurrent.atomic.AtomicBoolean;

/** Does one thing turn by turn, in a thread of its own, until it is closed. */
public final class LoopingThread implements AutoCloseable {
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Thread thread;

  /**
   * Does nothing before {@link #start}.
   *
   * @param turn is to end within some 100 ms, for the end waits for it
   */
  public LoopingThread(String name, Runnable turn) {
    thread =
        new Thread(
            () -> {
              while (!ended.get()) {
                turn.run();
              }
            },
            name);
    thread.setDaemon(true);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  /** Returns when the last turn is over; an interrupt is kept, and then it may go on. */
  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
