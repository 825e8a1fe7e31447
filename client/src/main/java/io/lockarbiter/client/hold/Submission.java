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
import org.jspecify.annotations.Nullable;

/** A request whose lock somebody else will hold. Used in the loop's turns only. */
final class Submission implements AnswerListener {
  private final String lockId;
  private final Consumer<String> taken;
  private final Consumer<RuntimeException> failed;
  private @Nullable PendingCommand asked;

  private Submission(String lockId, Consumer<String> taken, Consumer<RuntimeException> failed) {
    this.lockId = lockId;
    this.taken = taken;
    this.failed = failed;
  }

  static void start(
      ClientParts parts,
      LockRequest request,
      Consumer<String> taken,
      Consumer<RuntimeException> failed) {
    String lockId = parts.ids().next();
    parts.counters().asked.increment();
    Submission submission = new Submission(lockId, taken, failed);
    submission.asked =
        parts
            .desk()
            .ask(
                request.toCommand(lockId, parts.replyTo()),
                submission,
                parts.options().answerTimeout());
  }

  @Override
  public void take(Event event) {
    if (asked != null) {
      asked.done();
    }
    if (event instanceof Rejected rejected) {
      failed.accept(new LockRefusedException(rejected));
    } else if (event instanceof Released released && !released.repeated()) {
      failed.accept(new LockWithdrawnException(released));
    } else {
      taken.accept(lockId);
    }
  }

  @Override
  public void unanswered(String why) {
    failed.accept(
        new ArbiterUnreachableException(why + " It may be granted yet, lockId=" + lockId));
  }
}
