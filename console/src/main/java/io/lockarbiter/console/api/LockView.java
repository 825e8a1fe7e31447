package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockarbiter.console.mirror.LiveLock;
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
 * @param until when its lease or its wait ends
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LockView(
    @JsonUnwrapped FieldsView fields,
    String state,
    @Nullable Long token,
    @Nullable Long arrival,
    long since,
    long until,
    long waitedMs) {

  static LockView of(LiveLock lock) {
    return new LockView(
        FieldsView.of(lock.fields()),
        lock.waiting() ? "waiting" : "held",
        lock.waiting() ? null : lock.number(),
        lock.waiting() ? lock.number() : null,
        lock.since(),
        lock.until(),
        lock.waitedMs());
  }
}
