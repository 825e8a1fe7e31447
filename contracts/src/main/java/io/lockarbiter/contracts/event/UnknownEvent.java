package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * An event of a type that only newer arbiters know. Its fields about a lock may be trusted; whether
 * the lock still exists is unknown.
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
}
