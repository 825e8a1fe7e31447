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
  private static final String ENDS_WITH_ITS_SESSION =
      "Its lock is not known to have ended; if it is held still, it ends with its session. A client that keeps the session alive releases it again.";

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

  /** Sends the release of a lock with a lease, and copies of it, as the other method does. */
  static void ask(
      ClientContext context,
      AccountCommand release,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    ask(context, release, /* isBound= */ false, reading, settled);
  }

  /**
   * Sends a release, and copies of it until it is answered or given up.
   *
   * @param isBound whether no lease ends the lock, but its session
   */
  static void ask(
      ClientContext context,
      AccountCommand release,
      boolean isBound,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    String end = isBound ? ENDS_WITH_ITS_SESSION : ENDS_BY_ITSELF;
    PendingRelease pending =
        new PendingRelease(reading, settled, why -> context.warnings().unanswered(why, end));
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
  static void withdraw(ClientContext context, LockKey lock, Owner owner, boolean isBound) {
    Release release = context.release(lock, owner, WorkOutcome.DONE);
    ask(
        context,
        release,
        isBound,
        () -> new ReleaseAnswer(null, null),
        result -> {
          if (isBound && result instanceof ReleaseResult.Unanswered) {
            context.unreleased().add(lock, owner);
          }
        });
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
