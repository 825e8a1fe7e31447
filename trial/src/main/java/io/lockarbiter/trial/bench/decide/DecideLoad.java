package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Command;

/** Commands for one partition without end, numbered from 0. */
interface DecideLoad {
  /** Command number {@code n} while so many locks are held; the first {@code held} acquire them. */
  Command command(long n, long held);
}
