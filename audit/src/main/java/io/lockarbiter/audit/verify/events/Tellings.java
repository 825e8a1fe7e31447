package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks that kept and bound locks are told again: as they are, when it is due, and each time
 * (RULES.md, Told again).
 */
final class Tellings {
  private final LiveSessions sessions;
  private final Map<Long, Due> byToken = new HashMap<>();
  private final TreeSet<Due> byTime = new TreeSet<>();

  Tellings(LiveSessions sessions) {
    this.sessions = sessions;
  }

  /** The next telling of a lock; times are log time, epoch ms. */
  record Due(long at, long token, long grantedAt, String account, String lockId)
      implements Comparable<Due> {
    /** Makes the first one after {@code now}. */
    static Due after(long now, long token, long grantedAt, String account, String lockId) {
      long lastTime = now - now % Settings.TELL_STEP_MS;
      long passed = Math.max(0, (lastTime - grantedAt) / Settings.TELL_MS);
      long next = grantedAt + (passed + 1) * Settings.TELL_MS;
      long beyond = next % Settings.TELL_STEP_MS;
      long at = beyond == 0 ? next : next - beyond + Settings.TELL_STEP_MS;
      return new Due(at, token, grantedAt, account, lockId);
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(token, other.token) : byTime;
    }
  }

  /**
   * Checks one telling.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known
   */
  void check(EventReport report, Told told, @Nullable LockLife before, boolean strict) {
    if (before == null || !before.isHeld()) {
      report.require(!strict, "a held lock", "told again while it is not held");
      return;
    }
    long at = told.head().at();
    LifeCheck.checkFields(report, before, told.subject());
    report.same("token", before.token(), (Long) told.token());
    report.same("grantedAt", before.grantedAt(), (Long) told.grantedAt());
    sessions.checkEnd(report, before, Long.MAX_VALUE, told.expiresAt());
    sessions.checkCut(report, before, told);
    AskCheck.checkTold(report, told.subject(), told.endsAt(), before, strict);
    report.same("waitedMs", before.waitedMs(0), told.waitedMs());
    LifeCheck.checkBefore(report, at, sessions.until(before), "no telling at or after expiresAt=");
    Long token = before.token();
    Due due = token == null ? null : byToken.get(token);
    if (due == null) {
      report.add(
          "a lock that is kept or bound", "told again with leaseMs=" + before.fields().leaseMs());
    } else if (at < due.at()) {
      report.add("no telling before " + due.at(), "at=" + at);
    }
  }

  /** Follows an event after which a lock is held, or waits. */
  void follow(LockLife after, Event event) {
    Long token = after.token();
    Long grantedAt = after.grantedAt();
    if (token == null || grantedAt == null || !after.fields().isToldAgain()) {
      return;
    }
    if (event instanceof Told || !byToken.containsKey(token)) {
      put(Due.after(event.head().at(), token, grantedAt, after.account(), after.lockId()));
    }
  }

  private void put(Due due) {
    Due before = byToken.put(due.token(), due);
    if (before != null) {
      byTime.remove(before);
    }
    byTime.add(due);
  }

  /** Forgets a lock that has ended. */
  void forget(LockLife ended) {
    Long token = ended.token();
    Due due = token == null ? null : byToken.remove(token);
    if (due != null) {
      byTime.remove(due);
    }
  }

  /** Returns when a lock is told again next; null if it never is. */
  @Nullable Long nextAt(LockLife held) {
    Long token = held.token();
    Due due = token == null ? null : byToken.get(token);
    return due == null ? null : due.at();
  }

  /** Returns the tellings that were due and did not come; the next ones are expected from now. */
  List<Due> overdue(long now) {
    if (byTime.isEmpty() || byTime.first().at() > now) {
      return List.of();
    }
    List<Due> overdue = byTime.stream().takeWhile(due -> due.at() <= now).toList();
    overdue.forEach(
        due -> put(Due.after(now, due.token(), due.grantedAt(), due.account(), due.lockId())));
    return overdue;
  }
}
