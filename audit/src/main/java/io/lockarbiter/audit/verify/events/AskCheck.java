package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.YieldRequested;
import org.jspecify.annotations.Nullable;

/** Checks requests to yield: the only change that they may make is an earlier end. */
final class AskCheck {
  private AskCheck() {}

  /** Returns the latest time at which the lock is released, according to requests to yield. */
  static long endsAt(@Nullable LockLife before) {
    return before == null || before.endsAt() == null ? Long.MAX_VALUE : before.endsAt();
  }

  /**
   * Checks the end that an event tells beside {@code expiresAt}: that which was attached, if the
   * lock is bound.
   *
   * @param told null if it tells none
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known
   */
  static void checkTold(
      EventReport report,
      LockFields lock,
      @Nullable Long told,
      @Nullable LockLife before,
      boolean strict) {
    LockLife held = before != null && before.isHeld() ? before : null;
    if (!lock.isBound() || strict && held == null) {
      report.same("endsAt", null, told);
    } else if (held != null && (strict || held.endsAt() != null)) {
      report.same("endsAt", held.endsAt(), told);
    }
  }

  /**
   * Checks one request.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known
   */
  static void check(
      EventReport report,
      YieldRequested asked,
      LiveSessions sessions,
      @Nullable LockLife before,
      boolean strict) {
    if (before == null || !before.isHeld()) {
      report.require(!strict, "a held lock", "its holder is asked while it is not held");
      return;
    }
    long at = asked.head().at();
    LifeCheck.checkFields(report, before, asked.subject());
    report.same("token", before.token(), (Long) asked.token());
    report.same("grantedAt", before.grantedAt(), (Long) asked.grantedAt());
    report.same("waitedMs", before.waitedMs(0), asked.waitedMs());
    LifeCheck.checkBefore(report, at, sessions.until(before), "no request at or after expiresAt=");
    if (strict) {
      long wanted = asked.graceMs() == null ? Long.MAX_VALUE : at + asked.graceMs();
      long endsAt = Math.min(wanted, endsAt(before));
      report.same("endsAt", endsAt == Long.MAX_VALUE ? null : (Long) endsAt, asked.endsAt());
      sessions.checkEnd(report, before, endsAt, asked.expiresAt());
    }
  }
}
