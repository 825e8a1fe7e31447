package io.lockarbiter.client;

import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/** The text of the lock that was granted in the place of another. */
final class ReplacingLock {
  private ReplacingLock() {}

  /** Null where the event does not tell it. */
  static String text(@Nullable LockRef lock) {
    return lock == null ? text(null, null) : text(lock.lockId(), lock.owner());
  }

  /** Both are null where the event was not seen. */
  static String text(@Nullable String lockId, @Nullable Owner owner) {
    if (lockId == null || owner == null) {
      return "another lock";
    }
    String session = owner.session() == null ? "" : " in session " + owner.session();
    return "lock %s of %s%s".formatted(lockId, owner.subAccount(), session);
  }
}
