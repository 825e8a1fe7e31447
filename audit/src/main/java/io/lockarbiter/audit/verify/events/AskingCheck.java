package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that an acquire with a grace, when it begins to wait, asks the holders in its way and
 * nobody else. One is made for each record, and reads its events once.
 */
final class AskingCheck {
  private final ReplayStep step;

  /** The acquire of the record if it began to wait and asks holders; else null. */
  private final @Nullable Acquire acquire;

  AskingCheck(ReplayStep step) {
    this.step = step;
    this.acquire = asking(step);
  }

  /**
   * Checks a request to a holder that no {@code yield} made.
   *
   * @param before the lock as it was; null if it was neither held nor waiting
   */
  void checkCause(EventReport report, YieldRequested asked, @Nullable LockLife before) {
    if (acquire == null || !acquire.account().equals(asked.head().account())) {
      report.add(
          "a yield, or an acquire with graceMs that begins to wait",
          "asked by " + AnswerCheck.name(report.step().command().content()));
      return;
    }
    AnswerCheck.checkAsked(report, asked, acquire.owner(), acquire.comment(), acquire.graceMs());
    report.require(
        LiveAccount.isInTheWay(asked.subject(), acquire.fields())
            && asked.subject().mayBeAskedFor(),
        () -> "a lock in the way of lockId=" + acquire.commandId(),
        () -> "lockId=" + asked.subject().lockId() + " is asked for");
    if (before != null && before.isHeld()) {
      report.require(
          isAsked(before, step.at(), acquire),
          () -> "nobody asked whose lock ends so early: endsAt=" + before.endsAt(),
          () -> "lockId=" + before.lockId() + " is asked for");
    }
  }

  /**
   * Returns the locks whose holders were to be asked by the record, and are not. If more locks are
   * in the way than one record asks for, the events do not say which come first; then the model
   * alone tells.
   */
  List<LockLife> notAsked(LiveLocks live) {
    if (acquire == null) {
      return List.of();
    }
    List<LockLife> inTheWay =
        live.of(acquire.account()).all().stream()
            .filter(LockLife::isHeld)
            .filter(lock -> LiveAccount.isInTheWay(lock.fields(), acquire.fields()))
            .toList();
    return inTheWay.size() > Settings.MAX_ASKED
        ? List.of()
        : inTheWay.stream().filter(lock -> isAsked(lock, step.at(), acquire)).toList();
  }

  private static @Nullable Acquire asking(ReplayStep step) {
    DecodedCommand content = step.command().content();
    return content instanceof Valid valid
            && valid.command() instanceof Acquire acquire
            && acquire.graceMs() != null
            && step.events().stream()
                .map(RecordedEvent::event)
                .anyMatch(event -> event.type() == EventType.QUEUED && !event.repeated())
        ? acquire
        : null;
  }

  /** Says whether an end is far enough away, or none is attached: RULES.md, Asking all holders. */
  private static boolean isAsked(LockLife lock, long at, Acquire acquire) {
    if (!lock.fields().mayBeAskedFor()) {
      return false;
    }
    if (lock.endsAt() == null || acquire.graceMs() == null) {
      return true;
    }
    long leftMs = lock.endsAt() - at;
    return leftMs - acquire.graceMs() >= Settings.YIELD_PAUSE_MS && leftMs >= 2 * acquire.graceMs();
  }
}
