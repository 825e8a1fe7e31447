package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.verify.events.LiveSessions.Session;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Checks that leases end when they must: after their length, but not beyond the longest time of
 * their lock, nor beyond what the settings leave of both (RULES.md, Cut by the settings).
 */
final class CutCheck {
  private CutCheck() {}

  static void check(EventReport report, Granted granted, LiveSessions sessions) {
    LockFields lock = granted.subject();
    long at = granted.head().at();
    checkTold(report, lock, lock.leaseMs(), granted.cut());
    long left = Math.min(after(at, granted.cut().leaseMs()), after(at, granted.cut().maxHoldMs()));
    if (lock.isBound()) {
      Session session = sessions.find(granted.head().account(), lock.owner());
      if (session != null) {
        long bound = Math.min(session.expiresAt(), lastEnd(lock, at));
        report.same("expiresAt", Math.min(bound, left), granted.expiresAt());
      }
      return;
    }
    long asked = Math.min(at + lock.leaseMs(), lastEnd(lock, at));
    report.same("expiresAt", Math.min(asked, left), granted.expiresAt());
  }

  /**
   * Checks a grant that is told again.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   */
  static void checkRepeated(
      EventReport report, Granted granted, LiveSessions sessions, @Nullable LockLife before) {
    if (granted.subject().isBound()) {
      report.same("cutLeaseMs", null, granted.cut().leaseMs());
      if (before != null && before.isHeld()) {
        sessions.checkCut(report, before, granted);
      }
      return;
    }
    checkTold(report, granted.subject(), granted.subject().leaseMs(), granted.cut());
  }

  /**
   * Checks a renewal.
   *
   * @param leaseMs the lease that it asked for
   * @param before the lock as it was; null if it was not seen before
   * @param strict whether everything live is known
   */
  static void check(
      EventReport report,
      Renewed renewed,
      long leaseMs,
      LiveSessions sessions,
      @Nullable LockLife before,
      boolean strict) {
    LockFields lock = renewed.subject();
    Cut cut = renewed.cut();
    if (lock.isBound()) {
      checkBound(report, renewed, sessions, before);
      return;
    }
    long at = renewed.head().at();
    checkTold(report, lock, leaseMs, cut);
    long byRequest = Math.min(at + leaseMs, AskCheck.endsAt(before));
    if (before == null && !cut.equals(Cut.NONE) || !strict && renewed.expiresAt() < byRequest) {
      return; // The end that it had, or one that a request to yield attached, is not known.
    }
    long asked = Math.min(byRequest, lastEnd(lock, renewed.grantedAt()));
    long left = Math.min(after(at, cut.leaseMs()), after(renewed.grantedAt(), cut.maxHoldMs()));
    long expected = before == null ? asked : Math.min(asked, Math.max(left, before.until()));
    report.same("expiresAt", left == Long.MAX_VALUE ? asked : expected, renewed.expiresAt());
  }

  /** A renewal of a bound lock changes nothing, and tells what was cut at its grant. */
  private static void checkBound(
      EventReport report, Renewed renewed, LiveSessions sessions, @Nullable LockLife before) {
    report.same("cutLeaseMs", null, renewed.cut().leaseMs());
    if (before != null && before.isHeld()) {
      sessions.checkEnd(report, before, Long.MAX_VALUE, renewed.expiresAt());
      sessions.checkCut(report, before, renewed);
    }
  }

  private static void checkTold(EventReport report, LockFields lock, long leaseMs, Cut told) {
    Settings settings = report.step().settings();
    if (settings != null) {
      boolean isKept = leaseMs > Settings.MAX_LEASE_MS;
      int lease = settings.get(isKept ? Setting.LONGEST_KEEP_MS : Setting.LONGEST_LEASE_MS);
      int hold = settings.get(Setting.LONGEST_HOLD_MS);
      boolean isHoldCut = hold > 0 && (lock.maxHoldMs() == 0 || lock.maxHoldMs() > hold);
      report.same("cutLeaseMs", lease > 0 && lease < leaseMs ? (long) lease : null, told.leaseMs());
      report.same("cutMaxHoldMs", isHoldCut ? (long) hold : null, told.maxHoldMs());
    }
  }

  private static long lastEnd(LockFields lock, long grantedAt) {
    return after(grantedAt, lock.maxHoldMs() == 0 ? null : lock.maxHoldMs());
  }

  private static long after(long from, @Nullable Long ms) {
    return ms == null ? Long.MAX_VALUE : from + ms;
  }
}
