package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.lua.store.HeldLock;
import org.jspecify.annotations.Nullable;

/** The old lock of an acquire that replaces one. */
final class Replacements {
  private Replacements() {}

  /**
   * The reason why a lock is not replaced.
   *
   * @param old the held lock that has the id; null if none has
   * @param named the lock as the acquire names it
   * @return null if it may be replaced
   */
  static @Nullable RejectReason objection(@Nullable HeldLock old, LockRef named) {
    if (old == null) {
      return RejectReason.NOT_HELD;
    } else if (!old.fields().owner().equals(named.owner())) {
      return RejectReason.NOT_HOLDER;
    }
    return old.endsAt() == Long.MAX_VALUE ? null : RejectReason.ENDING;
  }

  /** The end of the old lock; the next event grants the new one. */
  static Released end(EventHead head, HeldLock old, LockRef replacedBy) {
    return Released.replaced(
        head, old.fields(), old.token(), head.at() - old.grantedAt(), replacedBy);
  }
}
