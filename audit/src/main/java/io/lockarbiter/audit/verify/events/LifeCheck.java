package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import org.jspecify.annotations.Nullable;

/**
 * Checks each event against the held locks and waiting requests of that moment, and updates these.
 * A lock goes from requested to waiting to held to ended: nothing twice, too early or too late.
 */
final class LifeCheck {
  private final LiveLocks live;
  private final Tellings tellings;
  private final ReplacementCheck replacements = new ReplacementCheck();
  private final ReleaseAllCheck releases = new ReleaseAllCheck();
  private final SessionCheck sessions;
  private final EndCheck ends;
  private long lastToken;

  LifeCheck(LiveLocks live, Tellings tellings, SessionCheck sessions) {
    this.live = live;
    this.sessions = sessions;
    this.ends = new EndCheck(live.sessions(), sessions);
    this.tellings = tellings;
  }

  /**
   * Checks and applies an event.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param direct whether it answers the command
   * @param strict whether everything live is known
   */
  void apply(
      EventReport report,
      DecodedCommand command,
      @Nullable LockLife before,
      boolean direct,
      boolean strict) {
    Event event = report.event().event();
    LockLife replaced = replacements.follow(report, command, before, strict);
    releases.follow(report, command);
    if (event.repeated()) {
      RepeatedCheck.check(report, event, live.sessions(), before, strict);
      return;
    }
    sessions.check(report, direct, strict);
    switch (event.type()) {
      case GRANTED -> grant(report, (Granted) event, before, replaced, direct, strict);
      case QUEUED -> queue(report, (Queued) event, before, strict);
      case RENEWED -> renew(report, (Renewed) event, command, before, strict);
      case RELEASED -> ends.check(report, (Released) event, before, direct, strict);
      case REJECTED -> refuse(report, (Rejected) event, before, direct, strict);
      case YIELD_REQUESTED ->
          AskCheck.check(report, (YieldRequested) event, live.sessions(), before, strict);
      case TOLD -> tellings.check(report, (Told) event, before, strict);
      case RELEASED_ALL ->
          ReleaseAllCheck.checkAnswer(
              report, (ReleasedAll) event, live.of(event.head().account()), strict);
      case KEPT_ALIVE -> sessions.keep(report, (KeptAlive) event, strict);
      case UNKNOWN -> {}
    }
    LockLife after = LockLife.after(before, report.step().partition(), report.event());
    if (after != null && after.end() == null) {
      if (after.isHeld() && after.fields().isBound()) {
        after = live.sessions().withOwnEnd(before, after, event, strict);
      }
      if (after.isHeld() && (before == null || !before.isHeld())) {
        FreezeCheck.checkHeld(report, live.of(after.account()), after.fields());
        CloseCheck.checkHeld(report, live.of(after.account()), after.fields());
      }
      live.replace(before, after);
      tellings.follow(after, event);
    } else if (before != null && report.event().ends()) {
      live.remove(before);
      tellings.forget(before);
    }
  }

  /** Takes up the end of a record; returns the end of a lock whose replacement is missing. */
  @Nullable Released endOfRecord() {
    releases.endOfRecord();
    sessions.endOfRecord();
    return replacements.endOfRecord();
  }

  private void grant(
      EventReport report,
      Granted granted,
      @Nullable LockLife before,
      @Nullable LockLife replaced,
      boolean direct,
      boolean strict) {
    long at = granted.head().at();
    LockFields fields = granted.subject();
    report.same("token", granted.head().seq(), granted.token());
    report.require(
        granted.token() > lastToken, () -> "token>" + lastToken, () -> "token=" + granted.token());
    lastToken = Math.max(lastToken, granted.token());
    CutCheck.check(report, granted, live.sessions());
    report.same("endsAt", null, granted.endsAt());
    if (before == null) {
      report.require(
          !strict || granted.waitedMs() == 0,
          () -> "waitedMs=0",
          () -> "waitedMs=" + granted.waitedMs());
      boolean mayHaveWaited = granted.waitedMs() > 0 || !direct && !strict;
      checkTurn(report, fields, replaced, mayHaveWaited ? 0 : Long.MAX_VALUE, strict);
    } else if (before.isHeld()) {
      report.add("one grant", "granted again while held with token=" + before.token());
    } else {
      checkFields(report, before, fields);
      report.same("waitedMs", before.waitedMs(at), granted.waitedMs());
      checkBefore(report, at, before.until(), "no grant at or after deadline=");
      checkTurn(report, fields, replaced, before.arrival(), strict);
    }
    LockLife conflict = live.of(granted.head().account()).conflictingLock(fields);
    if (conflict != null) {
      report.add(
          "no conflicting lock of another owner",
          "granted while lockId=" + conflict.lockId() + " is held");
    }
  }

  private void checkTurn(
      EventReport report,
      LockFields fields,
      @Nullable LockLife replaced,
      long arrival,
      boolean strict) {
    String account = report.event().event().head().account();
    LockLife earlier = live.of(account).overtaken(fields, replaced, arrival, strict);
    if (earlier != null) {
      report.add(
          "the turn of lockId=" + earlier.lockId() + " before, which came earlier",
          "granted while it waits");
    }
  }

  private void queue(EventReport report, Queued queued, @Nullable LockLife before, boolean strict) {
    long at = queued.head().at();
    LockFields fields = queued.subject();
    LiveAccount account = live.of(queued.head().account());
    report.same("requestedAt", at, queued.requestedAt());
    report.same("deadline", at + fields.waitMs(), queued.deadline());
    report.require(fields.waitMs() > 0, "waitMs>0", "waitMs=0");
    if (strict) {
      report.same("position", account.waitingCount() + 1, queued.position());
      BlockerCheck.check(report, live.sessions(), account, queued.blockedBy());
    }
    if (before != null) {
      report.add("one request", "queued while it is live");
    }
  }

  private void renew(
      EventReport report,
      Renewed renewed,
      DecodedCommand command,
      @Nullable LockLife before,
      boolean strict) {
    long at = renewed.head().at();
    LockFields fields = renewed.subject();
    if (command instanceof Valid valid && valid.command() instanceof Renew renew) {
      long leaseMs = renew.leaseMs() == null ? fields.leaseMs() : renew.leaseMs();
      CutCheck.check(report, renewed, leaseMs, live.sessions(), before, strict);
    }
    AskCheck.checkTold(report, fields, renewed.endsAt(), before, strict);
    if (before != null && before.isHeld()) {
      checkFields(report, before, fields);
      report.same("token", before.token(), (Long) renewed.token());
      report.same("grantedAt", before.grantedAt(), (Long) renewed.grantedAt());
      report.same("waitedMs", before.waitedMs(0), renewed.waitedMs());
      checkBefore(report, at, live.sessions().until(before), "no renewal at or after expiresAt=");
    } else {
      report.require(!strict, "a held lock", "renewed while it is not held");
    }
  }

  private void refuse(
      EventReport report,
      Rejected rejected,
      @Nullable LockLife before,
      boolean direct,
      boolean strict) {
    if (direct || !report.event().ends()) {
      boolean blocked =
          rejected.reason() == RejectReason.FROZEN
              || rejected.reason() == RejectReason.ACCOUNT_CLOSED
              || rejected.reason() == RejectReason.CONFLICT
              || rejected.reason() == RejectReason.DEADLOCK
              || rejected.reason() == RejectReason.QUEUE_FULL;
      if (blocked && strict) {
        BlockerCheck.check(
            report, live.sessions(), live.of(rejected.head().account()), rejected.blockedBy());
      }
      if (rejected.reason() == RejectReason.FROZEN
          && rejected.subject() instanceof LockFields request) {
        FreezeCheck.checkRefusal(report, rejected, request);
      }
      checkClosed(report, rejected, strict);
      return;
    }
    report.same("message", rejected.reason().message(), rejected.message());
    if (before == null || before.isHeld()) {
      report.require(
          !strict, () -> "a waiting request", () -> RecordedEvent.verdict(rejected) + " of none");
      return;
    }
    if (rejected.subject() instanceof LockFields fields) {
      checkFields(report, before, fields);
    }
    long at = rejected.head().at();
    if (rejected.reason() == RejectReason.WAIT_TIMEOUT) {
      checkNotBefore(report, at, before.until(), "no end before deadline=");
    } else if (rejected.reason() == RejectReason.NO_SESSION) {
      sessions.checkEnd(report, rejected, before, strict);
    }
    checkClosed(report, rejected, strict);
  }

  private void checkClosed(EventReport report, Rejected rejected, boolean strict) {
    if (rejected.reason() == RejectReason.ACCOUNT_CLOSED
        && rejected.subject() instanceof LockFields request) {
      LiveAccount account = live.of(rejected.head().account());
      CloseCheck.checkRefusal(report, rejected, account, request.owner(), strict);
    }
  }

  static void checkFields(EventReport report, LockLife before, LockFields fields) {
    if (!before.fields().equals(fields) || !before.fields().isSentAs(fields)) {
      report.add("the lock as it was asked for: " + before.fields(), String.valueOf(fields));
    }
  }

  static void checkBefore(EventReport report, long at, long until, String expected) {
    if (at >= until) {
      report.add(expected + until, "at=" + at);
    }
  }

  private static void checkNotBefore(EventReport report, long at, long until, String expected) {
    if (at < until) {
      report.add(expected + until, "at=" + at);
    }
  }
}
