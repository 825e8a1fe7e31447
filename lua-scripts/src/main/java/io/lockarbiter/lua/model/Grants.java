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
   * The lock is held from now on; the settings in force may cut its lease and its longest time.
   *
   * @param waitedMs from request to grant, ms of log time
   */
  static Granted now(Partition partition, EventHead head, LockFields fields, long waitedMs) {
    Cut cut = Cut.by(partition.settings(), fields, fields.leaseMs());
    long lastEnd = Math.min(lastEnd(fields, head.at()), cut.end(head.at(), head.at()));
    long leaseEnd =
        fields.isBound()
            ? partition.sessions().endOf(head.account(), fields.owner())
            : head.at() + fields.leaseMs();
    return new Granted(
        head,
        fields,
        /* token= */ head.seq(),
        /* expiresAt= */ Math.min(leaseEnd, lastEnd),
        waitedMs,
        cut,
        /* endsAt= */ null,
        /* repeated= */ false);
  }

  /** The cut of a held lock by the settings now; of a bound one that of its grant. */
  static Cut cut(Settings settings, HeldLock held, long leaseMs) {
    if (!held.fields().isBound()) {
      return Cut.by(settings, held.fields(), leaseMs);
    }
    Long maxHoldMs = held.cutMaxHoldMs();
    return maxHoldMs == null ? Cut.NONE : new Cut(null, maxHoldMs);
  }

  /**
   * The latest time at which a lock may end, counted from its grant; the greatest time if it has no
   * limit.
   */
  static long lastEnd(LockFields fields, long grantedAt) {
    return fields.maxHoldMs() == 0 ? Long.MAX_VALUE : grantedAt + fields.maxHoldMs();
  }

  /** The grant of a lock that has been held for a while, told again. */
  static Granted again(Partition partition, EventHead head, LockFields fields, HeldLock held) {
    return new Granted(
        head,
        fields,
        held.token(),
        partition.sessions().endOf(held),
        held.waitedMs(),
        cut(partition.settings(), held, fields.leaseMs()),
        held.toldEndsAt(),
        /* repeated= */ true);
  }
}
