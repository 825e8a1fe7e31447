package io.lockarbiter.trial.simulate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Schedules one after another, until one breaks a promise or there are enough. */
final class Simulation {
  private final Defect defect;
  private final Totals totals = new Totals();
  private long seed;
  private @Nullable String violation;

  /**
   * A simulation.
   *
   * @param seed of the first schedule; the next one has the next
   */
  Simulation(long seed, Defect defect) {
    this.seed = seed;
    this.defect = defect;
    // What the owners have to say about a thousand faults a second is of no use to anybody.
    LoggingSystem.get(Simulation.class.getClassLoader())
        .setLogLevel("io.lockarbiter.arbiter", LogLevel.OFF);
  }

  /**
   * Runs the next schedule.
   *
   * @return false if it broke a promise
   */
  boolean next() {
    Schedule.Result result = Schedule.run(seed, defect);
    totals.add(result);
    violation = result.violation();
    if (violation != null) {
      return false;
    }
    seed++;
    return true;
  }

  /** Seed of the schedule that broke a promise, or of the next one. */
  long seed() {
    return seed;
  }

  /** What promise the last schedule broke; null if none. */
  @Nullable String violation() {
    return violation;
  }

  Totals totals() {
    return totals;
  }
}
