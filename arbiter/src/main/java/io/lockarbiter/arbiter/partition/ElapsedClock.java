package io.lockarbiter.arbiter.partition;

/** A monotonic clock; its zero means nothing, only differences count. */
@FunctionalInterface
public interface ElapsedClock {
  /** Nanoseconds since some fixed moment. */
  long nanos();
}
