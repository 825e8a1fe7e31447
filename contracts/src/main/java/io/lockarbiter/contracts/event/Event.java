package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/** A decision as published on {@code lock.events}. */
public sealed interface Event
    permits Granted,
        Queued,
        Renewed,
        Released,
        Rejected,
        YieldRequested,
        Told,
        ReleasedAll,
        KeptAlive,
        UnknownEvent {
  EventHead head();

  EventType type();

  /** The type as it stands in the event, such as {@code granted}. */
  default String typeWord() {
    return type().text();
  }

  /** The reason; null for the types that have none. */
  default @Nullable Reason reason() {
    return null;
  }

  /**
   * The reason as it stands in the event, such as {@code EXPIRED}; null for the types that have
   * none.
   */
  default @Nullable String reasonWord() {
    Reason reason = reason();
    return reason == null ? null : reason.name();
  }

  /**
   * The subject; null in answers to commands that could not be read, or that are about no single
   * lock.
   */
  @Nullable Subject subject();

  /** Says whether it repeats an earlier decision, because the command was sent twice. */
  default boolean repeated() {
    return false;
  }

  /**
   * A word of the event that only newer arbiters know, fit for a message, such as {@code
   * reason=PREEMPTED}; null if this version knows all words.
   */
  default @Nullable String newerWord() {
    return NewerWord.in(this);
  }
}
