package io.lockarbiter.client.hold;

import io.lockarbiter.client.YieldResult;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request to yield, on its way. Used in the loop's turns only. */
final class PendingYield implements AnswerListener {
  private final ClientContext context;
  private final Consumer<YieldResult> settled;

  private PendingYield(ClientContext context, Consumer<YieldResult> settled) {
    this.context = context;
    this.settled = settled;
  }

  /** The next command that asks a lock's holder to yield. */
  static Yield command(ClientContext context, LockKey lock, Owner asker, YieldWish wish) {
    Duration grace = wish.grace();
    @Nullable Long graceMs = grace == null ? null : Long.valueOf(grace.toMillis());
    return new Yield(
        context.ids().next(),
        lock.account(),
        asker,
        context.replyTo(),
        lock.lockId(),
        graceMs,
        wish.comment());
  }

  /** Sends the request, and copies of it until it is answered or given up. */
  static void ask(ClientContext context, Yield command, Consumer<YieldResult> settled) {
    context
        .commands()
        .ask(command, new PendingYield(context, settled), context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    settled.accept(result(event));
  }

  private YieldResult result(Event event) {
    if (event instanceof YieldRequested asked) {
      Long endsAt = asked.endsAt();
      return new YieldResult.Asked(
          Instant.ofEpochMilli(asked.head().at()),
          endsAt == null ? null : Instant.ofEpochMilli(endsAt));
    }
    if (!(event instanceof Rejected rejected)) {
      return new YieldResult.Refused("by an event that answers no such command");
    }
    if (rejected.reason() == RejectReason.NOT_HELD) {
      return new YieldResult.NotHeld();
    }
    if (rejected.reason() == RejectReason.RATE_LIMITED) {
      long ms = Objects.requireNonNullElse(rejected.retryAfterMs(), 0L);
      return new YieldResult.TooOften(Duration.ofMillis(ms));
    }
    return new YieldResult.Refused(
        "reason=%s field=%s: %s"
            .formatted(rejected.reasonWord(), rejected.field(), rejected.message()));
  }

  @Override
  public void unanswered(String why) {
    context
        .warnings()
        .unanswered(why, "Whether the lock's holder was asked to let go is not known");
    settled.accept(new YieldResult.Unanswered(why));
  }
}
