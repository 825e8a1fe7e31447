package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * Something that only newer arbiters know. What it says of its lock may be taken as said; what has
 * become of the lock is not told.
 *
 * @param subject null if it is about no lock
 * @param typeWord the type as it stands in the event
 * @param json the whole event as it was read
 */
public record UnknownEvent(
    EventHead head, @Nullable Subject subject, String typeWord, String json, boolean repeated)
    implements Event {
  @Override
  public EventType type() {
    return EventType.UNKNOWN;
  }

  @Override
  public @Nullable Reason reason() {
    return null;
  }
}
