package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.trial.bench.stage.Costs;

/**
 * Commands done in some seconds.
 *
 * @param commands a cycle of acquire and release is two
 * @param used processor time meanwhile
 */
record Rate(long commands, double seconds, Costs used) {
  double commandsPerSecond() {
    return commands / seconds;
  }

  double cyclesPerSecond() {
    return commandsPerSecond() / 2;
  }
}
