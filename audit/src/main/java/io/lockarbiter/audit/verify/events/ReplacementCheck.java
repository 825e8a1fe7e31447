package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a replacement is one step: the end of the old lock, right after it the grant of the
 * new one, both from the acquire that names the old one with its owner.
 */
final class ReplacementCheck {
  /** The end that the next event has to follow up; null if there is none. */
  private @Nullable Released end;

  private @Nullable LockLife old;

  /**
   * Checks the next event, before it is applied.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   * @param strict whether everything live is known
   * @return the lock in whose place the event grants another; null if it does not, or if that lock
   *     is not known
   */
  @Nullable LockLife follow(
      EventReport report, DecodedCommand command, @Nullable LockLife before, boolean strict) {
    Event event = report.event().event();
    Released ended = end;
    LockLife replaced = old;
    end = null;
    old = null;
    Granted grant = event instanceof Granted granted && !granted.repeated() ? granted : null;
    if (ended != null) {
      checkGrant(report, ended, grant);
    } else if (grant != null && grant.subject().replaces() != null) {
      LockRef missing = grant.subject().replaces();
      report.require(
          !strict,
          () -> "released REPLACED of lockId=" + missing.lockId() + " right before",
          () -> "granted without it");
    }
    if (event instanceof Released released) {
      if (released.reason() == ReleaseReason.REPLACED && !released.repeated()) {
        checkEnd(report, command, released, before);
        end = released;
        old = before;
      } else {
        report.same("replacedBy", null, released.replacedBy());
      }
    }
    return grant == null ? null : replaced;
  }

  private static void checkGrant(EventReport report, Released ended, @Nullable Granted grant) {
    LockRef by = ended.replacedBy();
    boolean follows =
        grant != null
            && grant.head().account().equals(ended.head().account())
            && new LockRef(grant.subject().lockId(), grant.subject().owner()).equals(by)
            && ref(ended).equals(grant.subject().replaces());
    report.require(
        follows,
        () -> "the grant of " + by + " in place of lockId=" + ref(ended).lockId(),
        () -> RecordedEvent.verdict(report.event().event()));
  }

  private static void checkEnd(
      EventReport report, DecodedCommand command, Released released, @Nullable LockLife before) {
    Acquire asked =
        command instanceof Valid valid && valid.command() instanceof Acquire acquire
            ? acquire
            : null;
    report.require(
        asked != null
            && asked.account().equals(released.head().account())
            && ref(released).equals(asked.fields().replaces()),
        () -> "an acquire that replaces lockId=" + ref(released).lockId() + " of its owner",
        () -> "released REPLACED by " + AnswerCheck.name(command));
    if (asked != null) {
      LockRef by = new LockRef(asked.commandId(), asked.owner());
      report.same("replacedBy", by, released.replacedBy());
    }
    report.require(
        before == null || before.endsAt() == null,
        () -> "no replacement of a lock with an end",
        () -> "released REPLACED");
    report.same("by", null, released.by());
    report.same("comment", null, released.comment());
  }

  /**
   * Takes up the end of a record.
   *
   * @return the end of a lock that nothing followed; null if there is none
   */
  @Nullable Released endOfRecord() {
    Released open = end;
    end = null;
    old = null;
    return open;
  }

  private static LockRef ref(Released released) {
    return new LockRef(released.subject().lockId(), released.subject().owner());
  }
}
