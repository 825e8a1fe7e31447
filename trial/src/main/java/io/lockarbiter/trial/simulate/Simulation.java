package io.lockarbiter.trial.simulate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Runs schedules one after another, until one breaks a guarantee or there are enough. */
final class Simulation {
  private final Defect defect;
  private final Totals totals = new Totals();
  private long seed;
  private @Nullable String violation;

  /**
   * Creates a simulation.
   *
   * @param seed of the first schedule; each next one has the next seed
   */
  Simulation(long seed, Defect defect) {
    this.seed = seed;
    this.defect = defect;
    // The owners' log about a thousand faults a second is of no use.
    LoggingSystem.get(Simulation.class.getClassLoader())
        .setLogLevel("io.lockarbiter.arbiter", LogLevel.OFF);
  }

  /**
   * Runs the next schedule.
   *
   * @return false if it broke a guarantee
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

  /** Returns the seed of the schedule that broke a guarantee, or of the next one. */
  long seed() {
    return seed;
  }

  /** Returns the guarantee that the last schedule broke; null if there is none. */
  @Nullable String violation() {
    return violation;
  }

  Totals totals() {
    return totals;
  }
}
