package io.lockarbiter.arbiter.ingest;

import io.lockarbiter.arbiter.recover.Halt;

/** A partition must stand still. */
final class PartitionHaltException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Halt halt;

  PartitionHaltException(Halt halt) {
    super(halt.message());
    this.halt = halt;
  }

  Halt halt() {
    return halt;
  }
}
