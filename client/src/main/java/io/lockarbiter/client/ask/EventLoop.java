package io.lockarbiter.client.ask;

/**
 * One client's time and turns: a monotonic clock, and tasks that run one after the other. All state
 * of a client changes in its turns only.
 */
public interface EventLoop {
  /** The monotonic clock, ns from an arbitrary origin; readable by every thread. */
  long nanoTime();

  /** Runs a task in a turn of its own, as soon as possible; tasks of one thread in order. */
  void execute(Runnable task);

  /** Runs a task in a turn of its own, not before the clock shows {@code nanos}. */
  void executeAt(long nanos, Runnable task);
}
