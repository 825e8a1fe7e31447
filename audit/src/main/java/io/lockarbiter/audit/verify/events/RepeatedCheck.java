package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import org.jspecify.annotations.Nullable;

/** Checks repeated answers: they tell a lock as it is, and change nothing. */
final class RepeatedCheck {
  private RepeatedCheck() {}

  /**
   * Checks one repeated answer.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known
   */
  static void check(
      EventReport report,
      Event event,
      LiveSessions sessions,
      @Nullable LockLife before,
      boolean strict) {
    if (event instanceof Granted granted) {
      CutCheck.checkRepeated(report, granted, sessions, before);
      AskCheck.checkTold(report, granted.subject(), granted.endsAt(), before, strict);
      if (before != null && before.isHeld()) {
        report.same("token", before.token(), (Long) granted.token());
        sessions.checkEnd(report, before, Long.MAX_VALUE, granted.expiresAt());
        report.same("waitedMs", before.waitedMs(0), granted.waitedMs());
      } else {
        report.require(!strict, "a held lock to be granted again", "it is not held");
      }
    } else if (event instanceof Queued queued) {
      if (before != null && !before.isHeld()) {
        report.same("deadline", before.until(), queued.deadline());
        report.same("requestedAt", before.requestedAt(), queued.requestedAt());
      } else {
        report.require(!strict, "a waiting request to be queued again", "it does not wait");
      }
    } else if (before != null && event.subject() != null) {
      if (before.fields().owner().equals(event.subject().owner())) {
        report.add(
            "the end of lockId=" + before.lockId() + " before",
            RecordedEvent.verdict(event) + ", though it is live");
      }
    }
  }
}
