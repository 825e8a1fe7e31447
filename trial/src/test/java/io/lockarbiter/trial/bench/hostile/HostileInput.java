package io.lockarbiter.trial.bench.hostile;

/**
 * Legal input that somebody chose to do harm.
 *
 * @param name what it is called on the command line
 * @param about what it is, in a line
 * @param prepares brings a partition into the state in which it does harm
 * @param harms does it
 */
record HostileInput(String name, String about, Step prepares, Step harms) {
  /** One of the two parts. */
  interface Step {
    void run(HostileRun run);
  }
}
