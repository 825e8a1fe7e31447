package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blockers of a waiting request. A copy of the request is answered without blockers, so
 * this asks for the same under another id and without waiting, and the refusal names them. If the
 * request itself was just granted, this one is granted too, as an owner never blocks itself; it is
 * then released at once. Used in the loop's turns only.
 */
final class BlockerLook implements AnswerListener {
  private final ClientContext context;
  private final LockRequest request;
  private final Owner owner;
  private final Consumer<List<Blocker>> seen;
  private final Consumer<@Nullable Duration> notSeen;
  private @Nullable String commandId;
  private @Nullable InFlightPermit permit;

  /**
   * A look that has not begun.
   *
   * @param notSeen receives the time to wait before the next look; null if it is unknown
   */
  BlockerLook(
      ClientContext context,
      LockRequest request,
      Owner owner,
      Consumer<List<Blocker>> seen,
      Consumer<@Nullable Duration> notSeen) {
    this.context = context;
    this.request = request;
    this.owner = owner;
    this.seen = seen;
    this.notSeen = notSeen;
  }

  boolean isUnderWay() {
    return commandId != null;
  }

  void start() {
    if (isUnderWay()) {
      return;
    }
    try {
      permit = context.permit();
    } catch (ClientBusyException e) {
      notSeen.accept(null);
      return;
    }
    Acquire command = RequestCommands.look(request, owner, context.ids().next(), context.replyTo());
    commandId = command.commandId();
    context.commands().ask(command, this, context.options().answerTimeout());
  }

  /** Stops: reports nothing more, and leaves nothing granted. */
  void stop() {
    String id = end();
    if (id != null) {
      context.commands().cancel(request.account(), id);
      giveBack(id);
    }
  }

  private @Nullable String end() {
    String id = commandId;
    commandId = null;
    if (permit != null) {
      permit.release();
    }
    return id;
  }

  private void giveBack(String id) {
    PendingRelease.withdraw(context, new LockKey(request.account(), id), owner, request.isBound());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    String id = end();
    if (id == null) {
      return;
    }
    if (!(event instanceof Rejected rejected)) {
      giveBack(id);
      notSeen.accept(null);
    } else if (LeaseAcquisition.isBlocked(rejected) && !rejected.repeated()) {
      seen.accept(rejected.blockedBy());
    } else {
      Long ms = rejected.retryAfterMs();
      notSeen.accept(ms == null ? null : Duration.ofMillis(ms));
    }
  }

  @Override
  public void unanswered(String why) {
    String id = end();
    if (id != null) {
      giveBack(id);
      notSeen.accept(null);
    }
  }
}
