package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import java.util.function.Consumer;

/** A request for a lock that a worker will hold. Used in the loop's turns only. */
final class Submission implements AnswerListener {
  private final ClientContext context;
  private final String lockId;
  private final Consumer<String> submitted;
  private final Consumer<RuntimeException> failed;

  private Submission(
      ClientContext context,
      String lockId,
      Consumer<String> submitted,
      Consumer<RuntimeException> failed) {
    this.context = context;
    this.lockId = lockId;
    this.submitted = submitted;
    this.failed = failed;
  }

  static void start(
      ClientContext context,
      Tickets tickets,
      OpenTicket ticket,
      Consumer<String> submitted,
      Consumer<RuntimeException> failed) {
    Acquire acquire = ticket.acquire();
    String lockId = acquire.commandId();
    if (context.commands().isPending(acquire.account(), lockId)) {
      failed.accept(
          new IllegalStateException(
              "this client is asking for lockId=%s of account=%s already; wait for that answer"
                  .formatted(lockId, acquire.account())));
      return;
    }
    try {
      tickets.add(ticket);
    } catch (ClientBusyException e) {
      failed.accept(e);
      return;
    }
    context.counters().asked.increment();
    context
        .commands()
        .ask(
            acquire,
            new Submission(context, lockId, submitted, failed),
            context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    if (event instanceof Rejected rejected) {
      context.counters().refused(rejected.reason());
      failed.accept(new LockRefusedException(rejected));
    } else if (event instanceof Released released && !mayBeDone(released)) {
      failed.accept(new LockWithdrawnException(released));
    } else {
      submitted.accept(lockId);
    }
  }

  /**
   * Says whether a worker may have worked under the lock and released it before the client saw the
   * answer.
   */
  private static boolean mayBeDone(Released released) {
    return released.reason() == ReleaseReason.RELEASED && !released.isByReleaseAll();
  }

  @Override
  public void unanswered(String why) {
    String consequence = "It may be granted yet, lockId=" + lockId;
    context.warnings().unanswered(why, consequence);
    failed.accept(new ArbiterUnreachableException(why + " " + consequence));
  }
}
