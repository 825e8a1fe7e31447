package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** The first command of a session, until it is answered in time to be used. */
final class BeginningSession implements AnswerListener {
  private final ClientContext context;
  private final Sessions sessions;
  private final String account;
  private final Owner owner;
  private final Duration lease;
  private final Consumer<KeptSession> begun;
  private final Consumer<RuntimeException> failed;
  private final long startedAt;

  BeginningSession(
      ClientContext context,
      Sessions sessions,
      String account,
      Owner owner,
      Duration lease,
      Consumer<KeptSession> begun,
      Consumer<RuntimeException> failed) {
    this.context = context;
    this.sessions = sessions;
    this.account = account;
    this.owner = owner;
    this.lease = lease;
    this.begun = begun;
    this.failed = failed;
    this.startedAt = context.loop().nanoTime();
  }

  void ask() {
    if (sessions.of(account, owner) != null) {
      failed.accept(keptAlready());
      return;
    }
    context.unreleased().release(context, account, owner);
    KeepAlive command = context.keepAlive(account, owner, lease);
    context.commands().ask(command, this, context.options().answerTimeout());
  }

  private IllegalStateException keptAlready() {
    return new IllegalStateException(
        "account=%s subAccount=%s session=%s is kept alive by this client already, once is enough: use that LockSession, or another name"
            .formatted(account, owner.subAccount(), owner.session()));
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    if (event instanceof Rejected rejected) {
      context.counters().refused(rejected.reason());
      failed.accept(new LockRefusedException(rejected));
    } else if (event instanceof KeptAlive kept) {
      kept(kept, SessionTerm.of(kept, command.firstSentAt(), context.safeEnd()));
    } else {
      failed.accept(
          new ArbiterUnreachableException("answered by an event that answers no such command"));
    }
  }

  private void kept(KeptAlive kept, SessionTerm term) {
    Duration left =
        Duration.ofMillis(Objects.requireNonNullElse(kept.cutLeaseMs(), kept.leaseMs()));
    if (!context.safeEnd().isUsable(left)) {
      failed.accept(
          new IllegalStateException(
              "account=%s session=%s: the settings leave %d ms of each lease, and this client allows a clockDifference of %d ms. So the session is past its safe end at once. Let an operator raise the arbiter's longest lease to ten times the difference, or give the client a smaller withClockDifference(…)"
                  .formatted(
                      account,
                      owner.session(),
                      left.toMillis(),
                      context.options().clockDifference().toMillis())));
    } else if (sessions.of(account, owner) != null) {
      failed.accept(keptAlready());
    } else if (sessions.isClosed()) {
      failed.accept(ClientClosing.refusal());
    } else if (context.loop().nanoTime() - term.safeEnd() < 0) {
      KeptSession session =
          new KeptSession(context, sessions, account, owner, lease, term, isOlder(term));
      if (session.isResumed() && !sessions.wasKept(session)) {
        context.warnings().resumed(session);
      }
      sessions.add(session);
      session.extended(left);
      begun.accept(session);
    } else if (context.loop().nanoTime() - startedAt
        < context.options().answerTimeout().toNanos()) {
      ask();
    } else {
      unanswered(
          "account=%s session=%s: every keepAlive was answered after its safe end."
              .formatted(account, owner.session()));
    }
  }

  /** Says whether it began before the first command, copies of which may be what is answered. */
  private boolean isOlder(SessionTerm term) {
    return Duration.ofMillis(term.at() - term.beganAt()).toNanos()
        > context.loop().nanoTime() - startedAt;
  }

  @Override
  public void unanswered(String why) {
    String consequence = "A session that has begun all the same ends with its lease.";
    context.warnings().unanswered(why, consequence);
    failed.accept(new ArbiterUnreachableException(why + " " + consequence));
  }
}
