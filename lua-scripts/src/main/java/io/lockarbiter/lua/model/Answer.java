package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a command.
 *
 * @param lockReplyTo of the acquire of the lock that the event is about; null if none was given or
 *     the event is none of the lock's own
 */
record Answer(Event event, @Nullable String lockReplyTo) {}
