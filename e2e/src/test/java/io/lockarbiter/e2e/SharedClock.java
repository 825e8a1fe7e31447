package io.lockarbiter.e2e;

/**
 * One clock for all clients of a run: time since the epoch that goes on with the monotonic clock,
 * whatever is done to the wall clock meanwhile. Safe for use by many threads.
 */
final class SharedClock {
  private final long offset = System.currentTimeMillis() * 1_000_000 - System.nanoTime();

  /** Now, ns. */
  long nanos() {
    return System.nanoTime() + offset;
  }
}
