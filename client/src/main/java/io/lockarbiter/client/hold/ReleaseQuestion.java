package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Owner;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A release on its way. Used in the loop's turns only. */
final class ReleaseQuestion implements AnswerListener {
  private final Supplier<ReleaseAnswer> reading;
  private final Consumer<ReleaseResult> settled;
  private @Nullable PendingCommand asked;

  private ReleaseQuestion(Supplier<ReleaseAnswer> reading, Consumer<ReleaseResult> settled) {
    this.reading = reading;
    this.settled = settled;
  }

  /** Sends a release, and copies of it until it is answered or given up. */
  static void ask(
      ClientParts parts,
      AccountCommand release,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    ReleaseQuestion question = new ReleaseQuestion(reading, settled);
    question.asked = parts.desk().ask(release, question, parts.options().answerTimeout());
  }

  /** Sends a release once: for who would take the answer to a copy for an answer to the first. */
  static void askOnce(
      ClientParts parts,
      AccountCommand release,
      Supplier<ReleaseAnswer> reading,
      Consumer<ReleaseResult> settled) {
    ReleaseQuestion question = new ReleaseQuestion(reading, settled);
    question.asked =
        parts.desk().askOnce(release, question, parts.options().resendAfter().multipliedBy(3));
  }

  /** Gives back what was asked for: a lock that nobody will use, or a place in the queue. */
  static void withdraw(ClientParts parts, LockKey lock, Owner owner) {
    Release release = parts.release(lock, owner, /* gone= */ false);
    ask(parts, release, () -> new ReleaseAnswer(null, null), result -> {});
  }

  @Override
  public void take(Event event) {
    PendingCommand command = asked;
    if (command != null) {
      command.done();
      settled.accept(reading.get().result(event, command.sends()));
    }
  }

  @Override
  public void unanswered(String why) {
    settled.accept(new ReleaseResult.Unanswered(why));
  }
}
