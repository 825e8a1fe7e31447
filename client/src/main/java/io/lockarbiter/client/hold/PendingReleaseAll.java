package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.Owner;
import java.util.function.Consumer;

/**
 * Commands that end all that an owner or a sub-account has, one after another until nothing is
 * left. Used in the loop's turns only.
 */
final class PendingReleaseAll implements AnswerListener {
  private final ClientContext context;
  private final String account;
  private final Owner owner;
  private final Consumer<ReleaseAllResult> succeeded;
  private final Consumer<RuntimeException> failed;
  private long released;
  private long cancelled;

  PendingReleaseAll(
      ClientContext context,
      String account,
      Owner owner,
      Consumer<ReleaseAllResult> succeeded,
      Consumer<RuntimeException> failed) {
    this.context = context;
    this.account = account;
    this.owner = owner;
    this.succeeded = succeeded;
    this.failed = failed;
  }

  /** Sends the next command, and copies of it until it is answered or given up. */
  void ask() {
    ReleaseAll command = new ReleaseAll(context.ids().next(), account, owner, context.replyTo());
    context.commands().ask(command, this, context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    answered(event);
    command.done(); // Last: a client that closes stops once nothing is pending.
  }

  private void answered(Event event) {
    if (event instanceof ReleasedAll all) {
      released += all.released();
      cancelled += all.cancelled();
      if (all.more()) {
        ask();
      } else {
        succeeded.accept(new ReleaseAllResult(released, cancelled));
      }
    } else if (event instanceof Rejected rejected) {
      failed.accept(new LockRefusedException(rejected));
    } else {
      failed.accept(
          new ArbiterUnreachableException("answered by an event that answers no such command"));
    }
  }

  @Override
  public void unanswered(String why) {
    String consequence =
        "Earlier answers: locks released: %d, waiting requests cancelled: %d. The last command stays in the log: the arbiter carries it out when it runs again."
            .formatted(released, cancelled);
    context.warnings().unanswered(why, consequence);
    failed.accept(new ArbiterUnreachableException(why + " " + consequence));
  }
}
