package io.lockarbiter.client.ask;

/**
 * The time and the turns of one client: a monotonic clock, and tasks that run one after another.
 * All state of a client changes only in its turns.
 */
public interface EventLoop {
  /** The monotonic clock, ns from an arbitrary origin; readable by every thread. */
  long nanoTime();

  /** Runs a task in a turn of its own, as soon as possible; tasks of one thread in order. */
  void execute(Runnable task);

  /** Runs a task in a turn of its own, not before the clock shows {@code nanos}. */
  void executeAt(long nanos, Runnable task);
}
