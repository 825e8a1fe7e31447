package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.HeldLock;

/** Makes the events of grants. */
final class Grants {
  private Grants() {}

  /**
   * The lock is held from now on.
   *
   * @param settings those in force, which may cut its lease and its longest time
   * @param waitedMs from request to grant, ms of log time
   */
  static Granted now(Settings settings, EventHead head, LockFields fields, long waitedMs) {
    Cut cut = Cut.by(settings, fields, fields.leaseMs());
    long lastEnd = Math.min(lastEnd(fields, head.at()), cut.end(head.at(), head.at()));
    return new Granted(
        head,
        fields,
        /* token= */ head.seq(),
        /* expiresAt= */ Math.min(head.at() + fields.leaseMs(), lastEnd),
        waitedMs,
        cut,
        /* repeated= */ false);
  }

  /**
   * The latest time at which a lock may end, counted from its grant; the greatest time if it has no
   * limit.
   */
  static long lastEnd(LockFields fields, long grantedAt) {
    return fields.maxHoldMs() == 0 ? Long.MAX_VALUE : grantedAt + fields.maxHoldMs();
  }

  /**
   * The grant of a lock that has been held for a while, told again.
   *
   * @param settings those in force now
   */
  static Granted again(Settings settings, EventHead head, LockFields fields, HeldLock held) {
    return new Granted(
        head,
        fields,
        held.token(),
        held.expiresAt(),
        held.waitedMs(),
        Cut.by(settings, fields, fields.leaseMs()),
        /* repeated= */ true);
  }
}
