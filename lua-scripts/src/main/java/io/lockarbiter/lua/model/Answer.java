package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a command.
 *
 * @param lockReplyTo the reply address of the acquire of the event's lock; null if none was given
 *     or the event is not one of the lock's own
 */
record Answer(Event event, @Nullable String lockReplyTo) {}
