package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.HeldLock;

/** The forms that a grant takes. */
final class Grants {
  private Grants() {}

  /**
   * The lock is held from now on.
   *
   * @param waitedMs from request to grant, ms of log time
   */
  static Granted now(EventHead head, LockFields fields, long waitedMs) {
    return new Granted(
        head,
        fields,
        /* token= */ head.seq(),
        /* expiresAt= */ head.at() + fields.leaseMs(),
        waitedMs,
        /* repeated= */ false);
  }

  /** The lock has been held for a while. */
  static Granted again(EventHead head, LockFields fields, HeldLock held) {
    return new Granted(
        head, fields, held.token(), held.expiresAt(), held.waitedMs(), /* repeated= */ true);
  }
}
