package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import java.util.function.Consumer;

/** A request whose lock somebody else will hold. Used in the loop's turns only. */
final class Submission implements AnswerListener {
  private final String lockId;
  private final Consumer<String> submitted;
  private final Consumer<RuntimeException> failed;

  private Submission(String lockId, Consumer<String> submitted, Consumer<RuntimeException> failed) {
    this.lockId = lockId;
    this.submitted = submitted;
    this.failed = failed;
  }

  static void start(
      ClientContext context,
      LockRequest request,
      Consumer<String> submitted,
      Consumer<RuntimeException> failed) {
    String lockId = context.ids().next();
    context.counters().asked.increment();
    context
        .commands()
        .ask(
            request.toCommand(lockId, context.replyTo()),
            new Submission(lockId, submitted, failed),
            context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    if (event instanceof Rejected rejected) {
      failed.accept(new LockRefusedException(rejected));
    } else if (event instanceof Released released && !released.repeated()) {
      failed.accept(new LockWithdrawnException(released));
    } else {
      submitted.accept(lockId);
    }
  }

  @Override
  public void unanswered(String why) {
    failed.accept(
        new ArbiterUnreachableException(why + " It may be granted yet, lockId=" + lockId));
  }
}
