package io.lockarbiter.arbiter.decide;

import io.lockarbiter.arbiter.recover.Halt;

/** What came of handing records to a partition. */
public sealed interface Step {
  /** They are decided and published. */
  record Published(PartitionProgress progress) implements Step {}

  /** Somebody else published meanwhile: the start position must be resolved again. */
  record Outdated(Halt ifAgain) implements Step {}

  /** The partition must stand still. */
  record Halted(Halt halt) implements Step {}
}
