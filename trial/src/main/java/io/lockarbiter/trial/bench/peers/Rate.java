package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.trial.bench.stage.Costs;

/**
 * Commands done in some seconds.
 *
 * @param commands a cycle of acquire and release is two
 * @param used processor time meanwhile
 * @param allocatedBytes bytes of heap that the arbiter has allocated meanwhile; 0 if another side
 *     was measured
 */
record Rate(long commands, double seconds, Costs used, long allocatedBytes) {
  /** Commands of another side than the arbiter. */
  Rate(long commands, double seconds, Costs used) {
    this(commands, seconds, used, /* allocatedBytes= */ 0);
  }

  double commandsPerSecond() {
    return commands / seconds;
  }

  double cyclesPerSecond() {
    return commandsPerSecond() / 2;
  }

  double kilobytesPerCommand() {
    return commands == 0 ? 0 : allocatedBytes / 1e3 / commands;
  }
}
