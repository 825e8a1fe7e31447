package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.service.view.FieldsView;

/** A held lock as the HTTP view shows it; names as in events. */
record LockView(
    @JsonUnwrapped FieldsView fields, long token, long grantedAt, long expiresAt, long waitedMs) {

  static LockView of(HeldLock lock) {
    return new LockView(
        FieldsView.of(lock.fields()),
        lock.token(),
        lock.grantedAt(),
        lock.expiresAt(),
        lock.waitedMs());
  }
}
