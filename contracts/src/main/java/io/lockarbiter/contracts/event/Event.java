package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/** A decision as published on {@code lock.events}. */
public sealed interface Event
    permits Granted, Queued, Renewed, Released, Rejected, YieldRequested, UnknownEvent {
  EventHead head();

  EventType type();

  /** The type as it stands in the event, such as {@code granted}. */
  default String typeWord() {
    return type().text();
  }

  /** Why; null of the types that need no reason. */
  @Nullable Reason reason();

  /** The reason as it stands in the event, such as {@code EXPIRED}; null of the types without. */
  default @Nullable String reasonWord() {
    Reason reason = reason();
    return reason == null ? null : reason.name();
  }

  /** The subject; null in answers to commands that were never understood. */
  @Nullable Subject subject();

  /** Says whether it answers a command sent twice, with what was decided before. */
  boolean repeated();

  /**
   * A word in it that only newer arbiters know, fit for a message, such as {@code
   * reason=PREEMPTED}; null if this version knows them all.
   */
  default @Nullable String newerWord() {
    return NewerWord.in(this);
  }
}
