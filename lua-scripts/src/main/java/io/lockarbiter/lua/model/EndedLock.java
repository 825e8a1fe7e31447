package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.lua.store.EndedRequest;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that ended, with the event that said so.
 *
 * @param replyTo of the acquire; null if none was given
 */
record EndedLock(Event event, LockFields fields, @Nullable String replyTo) {

  LockKey id() {
    return new LockKey(event.head().account(), fields.lockId());
  }

  long endedAt() {
    return event.head().at();
  }

  EndedRequest asRequest() {
    return new EndedRequest(
        event.head().account(),
        fields.lockId(),
        fields.owner(),
        endedAt(),
        ContentDigest.of(fields),
        event.type(),
        EventCodec.details(event),
        replyTo);
  }
}
