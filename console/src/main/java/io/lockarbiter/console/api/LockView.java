package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockarbiter.console.mirror.LiveLock;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.service.view.FieldsView;
import org.jspecify.annotations.Nullable;

/**
 * A held lock or a waiting request; names as in events, empty fields left out. Times are log time,
 * epoch ms.
 *
 * @param state {@code held} or {@code waiting}
 * @param token if it is held
 * @param arrival {@code seq} of its {@code queued} event, if it waits
 * @param since when it was granted, or asked for
 * @param until when its lease or its wait ends; if it is held and bound, when its session ends, or
 *     itself if that is earlier
 * @param ownEnd of a lock that is held and bound, when it ends however long its session is kept
 *     alive; left out if never
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LockView(
    @JsonUnwrapped FieldsView fields,
    String state,
    @Nullable Long token,
    @Nullable Long arrival,
    long since,
    long until,
    @Nullable Long ownEnd,
    long waitedMs) {

  static LockView of(LiveLock lock) {
    return new LockView(
        FieldsView.of(lock.fields()),
        lock.waiting() ? "waiting" : "held",
        lock.waiting() ? null : lock.number(),
        lock.waiting() ? lock.number() : null,
        lock.since(),
        lock.until(),
        lock.isBound() && lock.ownEnd() < LockFields.NO_END ? lock.ownEnd() : null,
        lock.waitedMs());
  }
}
