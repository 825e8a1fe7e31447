package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A release on its way. Used in the loop's turns only. */
final class PendingRelease implements AnswerListener {
  private static final String ENDS_BY_ITSELF =
      "Its lock is not known to have ended; if it is held still, it ends when its lease runs out.";

  private final Supplier<ReleaseAnswer> reading;
  private final Consumer<ReleaseResult> settled;
  private final Consumer<String> unanswered;

  private PendingRelease(
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled,
      Consumer<String> unanswered) {
    this.reading = reading;
    this.settled = settled;
    this.unanswered = unanswered;
  }

  /** Sends a release, and copies of it until it is answered or given up. */
  static void ask(
      ClientContext context,
      AccountCommand release,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    PendingRelease pending =
        new PendingRelease(
            reading, settled, why -> context.warnings().unanswered(why, ENDS_BY_ITSELF));
    context.commands().ask(release, pending, context.options().answerTimeout());
  }

  /** Sends a release as {@link ClientContext#askOnce} does. */
  static void askOnce(
      ClientContext context,
      AccountCommand release,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    context.askOnce(release, new PendingRelease(reading, settled, why -> {}));
  }

  /** Releases a lock that nobody will use, or withdraws a waiting request. */
  static void withdraw(ClientContext context, LockKey lock, Owner owner) {
    Release release = context.release(lock, owner, WorkOutcome.DONE);
    ask(context, release, () -> new ReleaseAnswer(null, null), result -> {});
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    settled.accept(reading.get().result(event, command.sends()));
  }

  @Override
  public void unanswered(String why) {
    unanswered.accept(why);
    settled.accept(new ReleaseResult.Unanswered(why));
  }
}
