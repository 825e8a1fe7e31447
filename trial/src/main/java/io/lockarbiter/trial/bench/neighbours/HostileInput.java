package io.lockarbiter.trial.bench.neighbours;

/**
 * Legal input by which an account does harm to others.
 *
 * @param name what it is called on the command line
 * @param about what it is, in a line
 * @param bars what it may cost at most
 * @param isDue whether its harm begins when leases end, not with a command
 * @param prepares brings the partition into the state in which it does harm
 * @param harms does it
 */
record HostileInput(
    String name, String about, Bars bars, boolean isDue, Part prepares, Part harms) {
  /** One of the two parts. */
  interface Part {
    /** Sends commands; tells what they must be answered. */
    Expected send(HostileRun run) throws InterruptedException;
  }
}
