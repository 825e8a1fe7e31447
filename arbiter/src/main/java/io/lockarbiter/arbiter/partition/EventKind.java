package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.store.EncodedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The type and reason by which events are counted.
 *
 * @param reason the reason; null if events of the type have none
 */
public record EventKind(EventType type, @Nullable String reason) {
  /** The kind of an event. */
  public static EventKind of(EncodedEvent event) {
    return new EventKind(event.type(), event.reason());
  }
}
