package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import org.jspecify.annotations.Nullable;

/** Tells direct answers from what happens because time passed or another lock ended. */
public final class Answers {
  private Answers() {}

  /**
   * Says whether an event is the direct answer to the command of its step.
   *
   * @param before the held lock or waiting request with the event's id; null if nothing is known
   */
  public static boolean isDirect(
      @Nullable LockLife before, RecordedEvent recorded, ReplayStep step) {
    DecodedCommand command = step.command().content();
    Event event = recorded.event();
    if (event.repeated()) {
      return true;
    }
    if (event instanceof Granted granted) {
      // If its answer is repeated, the command is a copy, and the request had been waiting.
      return before == null
          ? granted.head().commandId().equals(command.commandId()) && !step.isAnsweredAgain()
          : before.isHeld();
    }
    if (event.reason() == RejectReason.PATH_GONE
        || event.reason() == RejectReason.NO_SESSION
        || event.reason() == RejectReason.ACCOUNT_CLOSED) {
      return before == null
          && event.head().commandId().equals(command.commandId())
          && !step.isAnsweredAgain();
    }
    if (event.reason() == ReleaseReason.FORCED) {
      // An end that a request to yield attached has the acquire's id, and so has a copy of the
      // acquire.
      return command instanceof Valid valid
          && valid.command() instanceof ForceRelease
          && event.head().commandId().equals(command.commandId())
          && (before == null || before.endsAt() == null || event.head().at() < before.endsAt());
    }
    if (event instanceof YieldRequested) {
      return command instanceof Valid valid && valid.command() instanceof Yield;
    }
    if (event instanceof Released
        && command instanceof Valid valid
        && valid.command() instanceof ReleaseAll) {
      return false;
    }
    return !recorded.endsUnasked() && !(event instanceof Told);
  }
}
