package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a command to release all ends what its owners have and nothing else, and that the
 * answer counts what has ended. Requests end first, then locks, then comes the answer, and nothing
 * between them.
 */
final class ReleaseAllCheck {
  /** How far a record has come. */
  private enum Part {
    NOTHING("nothing"),
    REQUESTS("the end of a request"),
    LOCKS("the end of a lock"),
    ANSWER("releasedAll");

    private final String text;

    Part(String text) {
      this.text = text;
    }
  }

  private Part part = Part.NOTHING;

  /** Checks that the next event of a record has its right place. */
  void follow(EventReport report, DecodedCommand command) {
    if (!(command instanceof Valid valid && valid.command() instanceof ReleaseAll)) {
      return;
    }
    Event event = report.event().event();
    Part next = part(event);
    if (next == Part.NOTHING) {
      report.require(
          part == Part.NOTHING || part == Part.ANSWER,
          () -> "nothing between the first end and releasedAll",
          () -> RecordedEvent.verdict(event));
      return;
    }
    report.require(
        next.compareTo(part) >= 0,
        () -> "ends of requests, then of locks, then releasedAll",
        () -> RecordedEvent.verdict(event) + " behind " + part.text);
    part = next.compareTo(part) > 0 ? next : part;
  }

  private static Part part(Event event) {
    if (event instanceof ReleasedAll) {
      return Part.ANSWER;
    } else if (event instanceof Released released && released.isByReleaseAll()) {
      return released.reason() == ReleaseReason.CANCELLED ? Part.REQUESTS : Part.LOCKS;
    }
    return Part.NOTHING;
  }

  /** Takes up the end of a record. */
  void endOfRecord() {
    part = Part.NOTHING;
  }

  /** Checks a release or cancellation that no command about this lock made. */
  static void checkEnd(EventReport report, Released released, DecodedCommand command) {
    if (released.reason() != ReleaseReason.RELEASED
        && released.reason() != ReleaseReason.CANCELLED) {
      return;
    }
    ReleaseAll all =
        command instanceof Valid valid && valid.command() instanceof ReleaseAll found
            ? found
            : null;
    report.require(
        all != null
            && all.account().equals(released.head().account())
            && isOf(all.owner(), released.subject().owner()),
        () -> "a release of it, or of all of its owner",
        () -> RecordedEvent.verdict(released) + " by " + AnswerCheck.name(command));
    report.same("by", null, released.by());
    report.same("comment", null, released.comment());
    report.same("outcome", WorkOutcome.DONE, released.outcome());
  }

  /**
   * Checks the answer, once the ends before it are applied.
   *
   * @param strict whether everything live is known
   */
  static void checkAnswer(
      EventReport report, ReleasedAll answer, LiveAccount account, boolean strict) {
    report.same("released", count(report, ReleaseReason.RELEASED), answer.released());
    report.same("cancelled", count(report, ReleaseReason.CANCELLED), answer.cancelled());
    int ended = answer.released() + answer.cancelled();
    report.require(
        answer.more() ? ended == Settings.MAX_RELEASED : ended <= Settings.MAX_RELEASED,
        () -> (answer.more() ? "" : "at most ") + Settings.MAX_RELEASED + " ends",
        () -> ended + " ends");
    LockLife left = left(answer, account);
    if (left != null) {
      report.require(
          answer.more(),
          () -> "the end of lockId=" + left.lockId() + ", or more=true",
          () -> "it lives on");
    } else {
      report.require(
          !answer.more() || !strict, () -> "more=true only if a lock is left", () -> "none is");
    }
  }

  private static @Nullable LockLife left(ReleasedAll answer, LiveAccount account) {
    if (!account.hasAnyOf(answer.owner())) {
      return null;
    }
    return account.all().stream()
        .filter(lock -> isOf(answer.owner(), lock.fields().owner()))
        .findAny()
        .orElse(null);
  }

  /** The number of such ends that the record made before the answer. */
  private static long count(EventReport report, ReleaseReason reason) {
    EventHead answer = report.event().event().head();
    return report.step().events().stream()
        .map(RecordedEvent::event)
        .filter(event -> event.head().seq() < answer.seq())
        .filter(event -> event.head().account().equals(answer.account()))
        .filter(event -> event.reason() == reason && !event.repeated())
        .count();
  }

  /** Says whether the command means an owner: RULES.md, Releasing all. */
  private static boolean isOf(Owner asked, Owner owner) {
    return asked.session() == null
        ? asked.subAccount().equals(owner.subAccount())
        : asked.equals(owner);
  }
}
