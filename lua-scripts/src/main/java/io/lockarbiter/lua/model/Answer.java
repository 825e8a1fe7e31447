package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * What a command is answered.
 *
 * @param lockReplyTo of the acquire of the lock that the event is about; null if none was given or
 *     the event is none of the lock's own
 */
record Answer(Event event, @Nullable String lockReplyTo) {}
