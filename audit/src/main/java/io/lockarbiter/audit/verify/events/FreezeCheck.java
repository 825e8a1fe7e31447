package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.EnumSet;
import java.util.Set;

/**
 * Checks that nobody else holds a lock to change something where a freeze is held. It looks at
 * paths and owners itself, without the table of modes and without counters.
 */
final class FreezeCheck {
  private static final Set<Mode> WRITING =
      EnumSet.of(Mode.ADD, Mode.PUT, Mode.DELETE, Mode.EXCLUSIVE);

  private FreezeCheck() {}

  /** Checks a lock that is held from this event on, or that this event is the first to tell of. */
  static void checkHeld(EventReport report, LiveAccount account, LockFields lock) {
    if (lock.isFreeze()) {
      for (LockLife other : account.all()) {
        if (other.isHeld() && isWritingInside(lock, other.fields())) {
          report(report, lock, other.fields());
        }
      }
      return;
    }
    for (LockLife freeze : account.freezes()) {
      if (isWritingInside(freeze.fields(), lock)) {
        report(report, freeze.fields(), lock);
      }
    }
  }

  private static void report(EventReport report, LockFields freeze, LockFields lock) {
    report.add(
        "no lock to change something beside the freeze lockId=" + freeze.lockId(),
        "lockId=" + lock.lockId() + " of another owner is held");
  }

  private static boolean isWritingInside(LockFields freeze, LockFields lock) {
    return !freeze.owner().equals(lock.owner())
        && lock.targets().stream().anyMatch(target -> isWritingInside(freeze, target));
  }

  private static boolean isWritingInside(LockFields freeze, Target target) {
    return WRITING.contains(target.mode())
        && freeze.targets().stream()
            .anyMatch(frozen -> frozen.path().relationOf(target.path()) != null);
  }

  /** Checks that a refusal names freezes only, and one that the request would wait for in vain. */
  static void checkRefusal(EventReport report, Rejected rejected, LockFields request) {
    report.require(
        rejected.blockedBy().stream().allMatch(FreezeCheck::isHeldFreeze),
        () -> "held freezes",
        () -> "blockedBy " + rejected.blockedBy());
    long waitLimit = rejected.head().at() + request.waitMs();
    report.require(
        rejected.blockedBy().stream()
            .filter(FreezeCheck::isHeldFreeze)
            .anyMatch(freeze -> freeze.expiresAt() != null && freeze.expiresAt() >= waitLimit),
        () -> "a freeze that does not end before " + waitLimit,
        () -> "blockedBy " + rejected.blockedBy());
  }

  private static boolean isHeldFreeze(Blocker blocker) {
    return blocker.mode() == Mode.FREEZE && !blocker.waiting();
  }
}
