package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request for a check-out. Used in the loop's turns only, except for {@link #ask}. */
final class CheckingOut implements AnswerListener {
  private final ClientContext context;
  private final Questions questions;
  private final Acquire acquire;
  private final boolean isIdChosen;
  private Consumer<CheckOut> granted = checkOut -> {};
  private Consumer<RuntimeException> failed = why -> {};
  private State state = State.NEW;
  private @Nullable Queued queued;

  private enum State {
    NEW,
    ASKED,
    OVER
  }

  /**
   * A request that is not sent yet.
   *
   * @param isIdChosen whether the caller knows the id, so may ask again under it
   */
  CheckingOut(ClientContext context, Questions questions, Acquire acquire, boolean isIdChosen) {
    this.context = context;
    this.questions = questions;
    this.acquire = acquire;
    this.isIdChosen = isIdChosen;
  }

  /**
   * Sends the request; for every thread. If the caller ends the future, the request is withdrawn,
   * unless its id is known.
   */
  CompletableFuture<CheckOut> ask() {
    CompletableFuture<CheckOut> future =
        questions.ask(
            acquire.account(),
            this::start,
            checkOut -> context.loop().execute(this::giveBackUnlessKnown));
    var unused = future.whenComplete((done, why) -> context.loop().execute(this::withdraw));
    return future;
  }

  /** Sends the request, in a turn of the loop. */
  void start(Consumer<CheckOut> whenGranted, Consumer<RuntimeException> whenFailed) {
    granted = whenGranted;
    failed = whenFailed;
    if (state == State.OVER) {
      fail(withdrawn());
    } else if (context.commands().isPending(acquire.account(), acquire.lockId())) {
      fail(
          new IllegalStateException(
              "this client is asking for lockId=%s of account=%s already; wait for that answer"
                  .formatted(acquire.lockId(), acquire.account())));
    } else {
      state = State.ASKED;
      context.counters().asked.increment();
      context.commands().ask(acquire, this, context.options().answerTimeout());
    }
  }

  /** Ends the request, as its caller ended the future; does nothing if it is over. */
  private void withdraw() {
    boolean isOpen = state == State.ASKED;
    state = State.OVER;
    if (isOpen) {
      context.commands().cancel(acquire.account(), acquire.lockId());
      giveBackUnlessKnown();
      fail(withdrawn());
    }
  }

  /**
   * Without an id of the caller's nobody would find it, and it would be kept for days. One that may
   * have replaced another is left as it is: its release would free what was never to be free.
   */
  private void giveBackUnlessKnown() {
    if (!isIdChosen && acquire.fields().replaces() == null) {
      PendingRelease.withdraw(context, key(), acquire.owner(), /* isBound= */ false);
    }
  }

  private static CancellationException withdrawn() {
    return new CancellationException("the caller ended the future");
  }

  private void fail(RuntimeException why) {
    state = State.OVER;
    failed.accept(why);
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Queued waiting) {
      Duration longest = Duration.ofMillis(acquire.fields().waitMs());
      queued = waiting.repeated() && queued != null ? queued : waiting;
      command.waits(
          waiting,
          // Another process may have made the request, long before this one asked for it.
          isIdChosen ? queued.head().at() : waiting.requestedAt(),
          LeaseAcquisition.ASK_AGAIN,
          longest.plus(context.options().answerTimeout()));
      return;
    }
    command.done();
    if (event instanceof Granted grant) {
      state = State.OVER;
      Instant until = Instant.ofEpochMilli(grant.expiresAt());
      granted.accept(new NamedCheckOut(context, questions, key(), acquire.owner(), until));
    } else if (event instanceof Rejected rejected) {
      context.counters().refused(rejected.reason());
      fail(new LockRefusedException(rejected, queued, /* holdsAsAnother= */ false));
    } else if (event instanceof Released released) {
      fail(new LockWithdrawnException(released));
    }
  }

  @Override
  public void unanswered(String why) {
    giveBackUnlessKnown();
    String consequence = consequence();
    context.warnings().unanswered(why, consequence);
    fail(new ArbiterUnreachableException(why + " " + consequence));
  }

  private String consequence() {
    if (isIdChosen) {
      return "It may be granted yet; ask again under the id.";
    }
    return acquire.fields().replaces() == null
        ? "A check-out that may have been granted is released."
        : "Whether lockId=%s has replaced the other one is not known; extend() of both tells."
            .formatted(acquire.lockId());
  }

  private LockKey key() {
    return new LockKey(acquire.account(), acquire.lockId());
  }
}
