package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.HeldLock;

/** Makes the events of grants. */
final class Grants {
  private Grants() {}

  /**
   * The lock is held from now on.
   *
   * @param waitedMs from request to grant, ms of log time
   */
  static Granted now(EventHead head, LockFields fields, long waitedMs) {
    long lastEnd = lastEnd(fields, head.at());
    return new Granted(
        head,
        fields,
        /* token= */ head.seq(),
        /* expiresAt= */ Math.min(head.at() + fields.leaseMs(), lastEnd),
        waitedMs,
        /* repeated= */ false);
  }

  /**
   * The latest time at which a lock may end, counted from its grant; the greatest time if it has no
   * limit.
   */
  static long lastEnd(LockFields fields, long grantedAt) {
    return fields.maxHoldMs() == 0 ? Long.MAX_VALUE : grantedAt + fields.maxHoldMs();
  }

  /** The grant of a lock that has been held for a while, told again. */
  static Granted again(EventHead head, LockFields fields, HeldLock held) {
    return new Granted(
        head, fields, held.token(), held.expiresAt(), held.waitedMs(), /* repeated= */ true);
  }
}
