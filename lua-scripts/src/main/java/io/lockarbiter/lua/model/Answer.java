package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.lua.store.HeldLock;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a command.
 *
 * @param lockReplyTo the reply address of the acquire of the event's lock; null if none was given
 *     or the event is not one of the lock's own
 * @param replaced the lock that ends right before, because this one is granted in its place; null
 *     if none does
 */
record Answer(Event event, @Nullable String lockReplyTo, @Nullable HeldLock replaced) {
  Answer(Event event, @Nullable String lockReplyTo) {
    this(event, lockReplyTo, null);
  }
}
