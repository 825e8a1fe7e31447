package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * A second place in the queue for a request that waits already. The first place is kept until the
 * second is certain, so a refusal of the second costs nothing. Used in the loop's turns only.
 */
final class SecondPlace implements AnswerListener {
  private final ClientContext context;
  private final Acquire command;
  private final AnswerListener request;
  private final Runnable taken;
  private final Runnable refused;
  private @Nullable InFlightPermit permit;
  private boolean isTaken;

  /**
   * A place that is not asked for.
   *
   * @param request receives the events from the moment on at which the place is taken
   * @param taken runs then, before that
   * @param refused runs if there is no second place
   */
  SecondPlace(
      ClientContext context,
      Acquire command,
      AnswerListener request,
      Runnable taken,
      Runnable refused) {
    this.context = context;
    this.command = command;
    this.request = request;
    this.taken = taken;
    this.refused = refused;
  }

  /** Asks for the place; false if the client is too busy. */
  boolean start() {
    try {
      permit = context.permit();
    } catch (ClientBusyException e) {
      return false;
    }
    context.commands().ask(command, this, context.options().answerTimeout());
    return true;
  }

  /** Gives it up, unless it is taken. */
  void stop() {
    answered();
    if (!isTaken) {
      context.commands().cancel(command.account(), command.commandId());
      giveBack();
    }
  }

  private void answered() {
    if (permit != null) {
      permit.release();
    }
  }

  private void giveBack() {
    PendingRelease.withdraw(
        context,
        new LockKey(command.account(), command.commandId()),
        command.fields().owner(),
        command.fields().isBound());
  }

  @Override
  public void answered(PendingCommand pending, Event event) {
    answered();
    if (!isTaken && (event instanceof Queued || event instanceof Granted)) {
      isTaken = true;
      taken.run();
    }
    if (isTaken) {
      request.answered(pending, event);
    } else {
      pending.done();
      refused.run();
    }
  }

  @Override
  public void unanswered(String why) {
    answered();
    if (isTaken) {
      request.unanswered(why);
    } else {
      giveBack();
      refused.run();
    }
  }
}
