package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/** A decision as published on {@code lock.events}. */
public sealed interface Event permits Granted, Queued, Renewed, Released, Rejected {
  EventHead head();

  EventType type();

  /** Why; null of the types that need no reason. */
  @Nullable Reason reason();

  /** What it is about; null in answers to commands that were never understood. */
  @Nullable Subject subject();

  /** Says whether it answers a command sent twice, with what was decided before. */
  boolean repeated();
}
