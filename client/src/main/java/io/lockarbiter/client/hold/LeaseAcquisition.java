package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to a lease: attempts, each under an id of its own, until one is granted in
 * time to be used. Made by the thread that asks; used in the loop's turns only.
 */
final class LeaseAcquisition implements AnswerListener {
  /**
   * The interval at which a waiting request is asked for its state; shorter if the repeat window is
   * short.
   */
  static final Duration ASK_AGAIN = Duration.ofSeconds(20);

  private final ClientContext context;
  private final LeaseRequests requests;
  private final Leases leases;
  private final LockRequest request;
  private final Owner owner;
  private final AcquisitionListener listener;
  private final InFlightPermit permit;
  private final @Nullable Throwable asked;
  private long startedAt;
  private String lockId = "";
  private @Nullable Queued queued;
  private @Nullable Adoption confirming;
  private boolean finished;
  private final @Nullable AskedHolders asking;

  LeaseAcquisition(
      ClientContext context,
      LeaseRequests requests,
      Leases leases,
      LockRequest request,
      Owner owner,
      InFlightPermit permit,
      AcquisitionListener listener) {
    this.context = context;
    this.requests = requests;
    this.leases = leases;
    this.request = request;
    this.owner = owner;
    this.permit = permit;
    this.asked = context.leaks().here();
    this.listener = listener;
    YieldWish wish = request.asking();
    this.asking = wish == null ? null : new AskedHolders(context, request, owner, wish);
  }

  void start() {
    if (!finished) {
      startedAt = context.loop().nanoTime();
      attempt(request.waitLimit());
    }
  }

  private void attempt(Duration waitLimit) {
    lockId = context.ids().next();
    queued = null;
    context.counters().asked.increment();
    context
        .commands()
        .ask(
            RequestCommands.acquire(
                request.waitingUpTo(waitLimit), owner, lockId, context.replyTo()),
            this,
            context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Queued waiting) {
      permit.release();
      command.waits(
          waiting, ASK_AGAIN, request.waitLimit().plus(context.options().answerTimeout()));
      queued = waiting.repeated() && queued != null ? queued : waiting;
      listener.queued(waiting);
      if (asking != null) {
        asking.waits(waiting);
      }
      return;
    }
    command.done();
    waitsNoMore();
    if (event instanceof Granted granted) {
      granted(granted, command.firstSentAt());
    } else if (event instanceof Rejected rejected) {
      context.counters().refused(rejected.reason());
      fail(new LockRefusedException(rejected, queued));
    } else if (event instanceof Released released) {
      ended(released);
    }
  }

  private void granted(Granted granted, long firstSentAt) {
    if (granted.repeated()) {
      confirm(granted);
      return;
    }
    long safeEnd = context.safeEnd().of(granted, firstSentAt);
    long late = context.loop().nanoTime() - safeEnd;
    if (late >= 0) {
      late(Duration.ofNanos(late));
    } else {
      succeed(leases.add(granted, safeEnd, requests));
    }
  }

  /** Renews the lock, because the first answer was missed, and with it the start of the lease. */
  private void confirm(Granted granted) {
    confirming =
        new Adoption(
            context,
            requests,
            leases,
            new LockKey(granted.head().account(), granted.subject().lockId()),
            granted.subject().owner(),
            this::succeed,
            this::notConfirmed);
    confirming.start();
  }

  private void notConfirmed(RuntimeException why) {
    if (why instanceof LockRefusedException refused && refused.reason() == RejectReason.NOT_HELD) {
      again("the lock had expired before its grant was seen");
    } else {
      unanswered(String.valueOf(why.getMessage()));
    }
  }

  private void ended(Released released) {
    if (released.reason() == ReleaseReason.EXPIRED) {
      again("the lock had expired before its grant was seen");
    } else {
      fail(new LockWithdrawnException(released));
    }
  }

  private void late(Duration by) {
    context.counters().lateGrants.increment();
    context.warnings().late(key(), by);
    giveBack();
    again("the grant came after its safe end");
  }

  private void again(String why) {
    Duration gone = Duration.ofNanos(context.loop().nanoTime() - startedAt);
    Duration left = request.waitLimit().minus(gone);
    if (left.plus(context.options().answerTimeout()).isNegative()) {
      gaveUp(
          "lockId=%s account=%s: %s, for %d ms; is the arbiter or the broker behind?"
              .formatted(lockId, request.account(), why, gone.toMillis()),
          "The lock is released.");
    } else {
      attempt(left.isNegative() ? Duration.ZERO : left);
    }
  }

  private void waitsNoMore() {
    if (asking != null) {
      asking.stop();
    }
  }

  @Override
  public void unanswered(String why) {
    waitsNoMore();
    giveBack();
    gaveUp(why, "A lock that may have been granted is released.");
  }

  private void gaveUp(String why, String consequence) {
    context.warnings().unanswered(why, consequence);
    fail(new ArbiterUnreachableException(why + " " + consequence));
  }

  /** Withdraws the request, as nobody needs it any more; does nothing if it is over. */
  void withdraw() {
    if (finished) {
      return;
    }
    finished = true;
    permit.release();
    waitsNoMore();
    if (confirming != null) {
      confirming.stop();
    }
    if (!lockId.isEmpty()) {
      context.commands().cancel(request.account(), lockId);
      giveBack();
    }
  }

  private void giveBack() {
    PendingRelease.withdraw(context, key(), owner);
  }

  private LockKey key() {
    return new LockKey(request.account(), lockId);
  }

  private void succeed(HeldLease lease) {
    finish();
    context.counters().acquired(context.loop().nanoTime() - startedAt);
    context.leaks().opened(lease, asked);
    listener.granted(lease);
  }

  private void fail(RuntimeException why) {
    finish();
    listener.failed(why);
  }

  private void finish() {
    finished = true;
    permit.release();
  }
}
