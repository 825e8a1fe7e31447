package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;

/**
 * Checks that nobody else holds a lock in an account that is closed, whatever its mode, and that
 * refusals say so only then. It looks at owners alone, without the table of modes.
 */
final class CloseCheck {
  private CloseCheck() {}

  /** Checks a lock that is held from this event on, or that this event is the first to tell of. */
  static void checkHeld(EventReport report, LiveAccount account, LockFields lock) {
    if (lock.isClose()) {
      for (LockLife other : account.all()) {
        if (other.isHeld() && !other.fields().admits(lock.owner())) {
          report(report, lock, other.fields());
        }
      }
      return;
    }
    for (LockLife close : account.closes()) {
      if (!close.fields().owner().equals(lock.owner())) {
        report(report, close.fields(), lock);
      }
    }
  }

  private static void report(EventReport report, LockFields close, LockFields lock) {
    report.add(
        "no lock beside lockId=" + close.lockId() + ", which closes the account",
        "lockId=" + lock.lockId() + " of another owner is held");
  }

  /**
   * Checks that a refusal names only what closes the account.
   *
   * @param strict whether everything live is known
   */
  static void checkRefusal(
      EventReport report, Rejected rejected, LiveAccount account, Owner owner, boolean strict) {
    report.require(
        !rejected.blockedBy().isEmpty()
            && rejected.blockedBy().stream()
                .allMatch(blocker -> blocker.mode() == Mode.CLOSE && !blocker.waiting()),
        () -> "held locks that close the account",
        () -> "blockedBy " + rejected.blockedBy());
    report.require(
        !strict
            || account.closes().stream().anyMatch(close -> !close.fields().owner().equals(owner)),
        () -> "a lock of another owner that closes the account",
        () -> "none is held");
  }
}
