package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/** Checks that a lock ends as it is, in time and for a reason that it has. */
final class EndCheck {
  private final LiveSessions sessions;
  private final SessionCheck sessionCheck;

  EndCheck(LiveSessions sessions, SessionCheck sessionCheck) {
    this.sessions = sessions;
    this.sessionCheck = sessionCheck;
  }

  /**
   * Checks one end.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param direct whether it answers the command
   * @param strict whether everything live is known
   */
  void check(
      EventReport report,
      Released released,
      @Nullable LockLife before,
      boolean direct,
      boolean strict) {
    if (before == null) {
      report.require(
          !strict, () -> "a lock that is live", () -> RecordedEvent.verdict(released) + " of none");
      return;
    }
    if (released.subject() instanceof LockFields fields) {
      LifeCheck.checkFields(report, before, fields);
    } else {
      report.add("all fields of the lock", "its name only");
    }
    boolean wasHeld = released.reason() != ReleaseReason.CANCELLED;
    boolean isHeld = before.isHeld();
    report.require(
        isHeld == wasHeld,
        () -> isHeld ? "the end of a held lock" : "the end of a wait",
        () -> RecordedEvent.verdict(released));
    report.same("token", before.token(), released.token());
    report.same("heldMs", before.heldMs(released.head().at()), released.heldMs());
    if (released.reason() != ReleaseReason.RELEASED) {
      report.same("outcome", WorkOutcome.DONE, released.outcome());
    }
    checkReason(report, released, before, direct, strict);
  }

  private void checkReason(
      EventReport report, Released released, LockLife before, boolean direct, boolean strict) {
    long at = released.head().at();
    boolean isForced = released.reason() == ReleaseReason.FORCED;
    if (released.reason() == ReleaseReason.EXPIRED || isForced && !direct) {
      checkNotBefore(report, at, before, "no expiry before expiresAt=");
      report.require(
          isForced == before.isEndedByRequest() || !strict,
          () -> isForced ? "an end that a request to yield attached" : "released FORCED at endsAt",
          () -> RecordedEvent.verdict(released));
      if (strict || !isForced) {
        report.same("by", isForced ? before.endsBy() : null, released.by());
      }
      report.same("comment", null, released.comment());
    } else if (released.reason() == ReleaseReason.SESSION_ENDED) {
      sessionCheck.checkEnd(report, released, before, strict);
    } else {
      LifeCheck.checkBefore(report, at, endByTime(before), "its end by time at ");
    }
  }

  /** Returns when a lock or request ends by time; a bound request ends with its session, too. */
  private long endByTime(LockLife live) {
    LiveSessions.Session session = live.fields().isBound() ? sessions.of(live) : null;
    long until = sessions.until(live);
    return session == null ? until : Math.min(until, session.expiresAt());
  }

  /** Checks that its own end has come, and that its session did not end before. */
  private void checkNotBefore(EventReport report, long at, LockLife before, String expected) {
    if (!sessions.isEndKnown(before)) {
      return;
    }
    if (before.until() == Long.MAX_VALUE) {
      report.add(
          "released SESSION_ENDED: the lock has no other end by time",
          RecordedEvent.verdict(report.event().event()));
      return;
    }
    if (at < before.until()) {
      report.add(expected + before.until(), "at=" + at);
    }
    long until = sessions.until(before);
    report.require(
        until == before.until(),
        () -> "released SESSION_ENDED: its session ended at " + until,
        () -> RecordedEvent.verdict(report.event().event()));
  }
}
