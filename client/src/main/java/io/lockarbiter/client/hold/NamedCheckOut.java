package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A check-out by its id. The client keeps nothing of it. */
final class NamedCheckOut implements CheckOut {
  private final ClientContext context;
  private final Questions questions;
  private final LockKey key;
  private final Owner owner;
  private volatile @Nullable Instant until;

  NamedCheckOut(
      ClientContext context,
      Questions questions,
      LockKey key,
      Owner owner,
      @Nullable Instant until) {
    this.context = context;
    this.questions = questions;
    this.key = key;
    this.owner = owner;
    this.until = until;
  }

  @Override
  public String account() {
    return key.account();
  }

  @Override
  public String lockId() {
    return key.lockId();
  }

  @Override
  public Owner owner() {
    return owner;
  }

  @Override
  public @Nullable Instant until() {
    return until;
  }

  @Override
  public CompletableFuture<Instant> extend() {
    return questions.ask(
        key.account(),
        (extended, failed) ->
            renew(renewed -> extended.accept(Instant.ofEpochMilli(renewed.expiresAt())), failed));
  }

  /** The answer carries the whole lock, of which this object knows the name only. */
  private void renew(Consumer<Renewed> renewed, Consumer<RuntimeException> failed) {
    context
        .commands()
        .ask(
            context.renewal(key, owner, /* leaseMs= */ null),
            new Extension(renewed, failed),
            context.options().answerTimeout());
  }

  @Override
  public CompletableFuture<CheckOut> handTo(String subAccount, @Nullable String note) {
    RequestRules.checkId("subAccount", subAccount);
    RequestRules.checkNote(note);
    return questions.ask(
        key.account(),
        (handed, failed) ->
            renew(renewed -> replace(renewed, subAccount, note, handed, failed), failed));
  }

  private void replace(
      Renewed renewed,
      String subAccount,
      @Nullable String note,
      Consumer<CheckOut> handed,
      Consumer<RuntimeException> failed) {
    Acquire acquire =
        RequestCommands.inPlaceOf(
            renewed, subAccount, note, context.ids().next(), context.replyTo());
    try {
      RequestRules.checkBytes(acquire);
    } catch (IllegalArgumentException e) {
      failed.accept(e);
      return;
    }
    new CheckingOut(context, questions, acquire, /* isIdChosen= */ false).start(handed, failed);
  }

  @Override
  public CompletableFuture<ReleaseResult> release() {
    return questions
        .<ReleaseResult>ask(
            key.account(),
            (settled, failed) ->
                PendingRelease.ask(
                    context,
                    context.release(key, owner, WorkOutcome.DONE),
                    () -> new ReleaseAnswer(null, null),
                    settled))
        .exceptionally(why -> new ReleaseResult.Unanswered(String.valueOf(why.getMessage())));
  }

  @Override
  public String toString() {
    return "CheckOut[account=%s, lockId=%s, owner=%s, until=%s]"
        .formatted(key.account(), key.lockId(), owner, until);
  }

  /** An extension on its way. Used in the loop's turns only. */
  private final class Extension implements AnswerListener {
    private final Consumer<Renewed> extended;
    private final Consumer<RuntimeException> failed;

    Extension(Consumer<Renewed> extended, Consumer<RuntimeException> failed) {
      this.extended = extended;
      this.failed = failed;
    }

    @Override
    public void answered(PendingCommand command, Event event) {
      command.done();
      if (event instanceof Renewed renewed) {
        until = Instant.ofEpochMilli(renewed.expiresAt());
        extended.accept(renewed);
      } else if (event instanceof Rejected rejected) {
        failed.accept(new LockRefusedException(rejected));
      }
    }

    @Override
    public void unanswered(String why) {
      context.warnings().unanswered(why, "Whether the check-out is extended is not known");
      failed.accept(new ArbiterUnreachableException(why));
    }
  }
}
