package io.lockarbiter.arbiter.view;

import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** A part of liveness: DOWN once a thread has ended that only a restart brings back. */
public final class ThreadHealthIndicator implements HealthIndicator {
  private final LongSupplier deadThreads;

  /**
   * An indicator.
   *
   * @param deadThreads the number of threads, of listeners and of partitions, that ended by
   *     themselves
   */
  public ThreadHealthIndicator(LongSupplier deadThreads) {
    this.deadThreads = deadThreads;
  }

  @Override
  public Health health() {
    long dead = deadThreads.getAsLong();
    return (dead == 0 ? Health.up() : Health.down()).withDetail("deadThreads", dead).build();
  }
}
