package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.lua.store.EndedRequest;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that ended, with what is remembered of the event that said so.
 *
 * @param replyTo of the acquire; null if none was given
 */
record EndedLock(Event event, LockFields fields, @Nullable String replyTo) {

  /** Without the particulars: what stood in the way, which limit it was, which operator. */
  static EndedLock of(Event event, LockFields fields, @Nullable String replyTo) {
    return new EndedLock(
        event instanceof Rejected rejected
            ? Rejections.plain(event.head(), fields, rejected.reason(), rejected.field())
            : plain((Released) event),
        fields,
        replyTo);
  }

  private static Released plain(Released released) {
    return new Released(
        released.head(),
        released.subject(),
        released.reason(),
        released.token(),
        released.heldMs(),
        /* by= */ null,
        /* comment= */ null,
        released.repeated());
  }

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
