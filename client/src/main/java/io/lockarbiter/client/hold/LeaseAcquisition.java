package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Acquire;
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
 * time to be used. The first attempt of a request that may wait does not wait, so that a free lock
 * is granted with its whole lease. If it is not free, the request is queued with a short lease,
 * which is lengthened before the caller gets it: if this process dies, it delays those behind it by
 * the short one only. Made by the thread that asks; used in the loop's turns only.
 */
final class LeaseAcquisition implements AnswerListener, TakeUp.Listener {
  /**
   * The interval at which a waiting request is asked for its state; shorter if the repeat window is
   * short.
   */
  static final Duration ASK_AGAIN = Duration.ofSeconds(20);

  private final ClientContext context;
  private final LeaseRequests requests;
  private final Leases leases;
  private final ShortWaiters shortWaiters;
  private final LockRequest request;
  private final Owner owner;
  private final AcquisitionListener listener;
  private final InFlightPermit permit;
  private final @Nullable Throwable asked;
  private final @Nullable AskedHolders asking;
  private long startedAt;
  private String lockId = "";
  private boolean queuesNext;
  private @Nullable Duration untilTakenUp;
  private @Nullable Queued queued;
  private @Nullable SecondPlace secondPlace;
  private @Nullable TakeUp takingUp;
  private boolean isWaitOver;
  private boolean finished;

  LeaseAcquisition(
      ClientContext context,
      LeaseRequests requests,
      Leases leases,
      ShortWaiters shortWaiters,
      LockRequest request,
      Owner owner,
      InFlightPermit permit,
      AcquisitionListener listener) {
    this.context = context;
    this.requests = requests;
    this.leases = leases;
    this.shortWaiters = shortWaiters;
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
      queuesNext =
          !request.waitLimit().isZero()
              && RequestCommands.canBeLengthened(request)
              && isShort(ShortLease.of(context.options(), Duration.ZERO));
      context.counters().asked.increment();
      attempt(queuesNext ? Duration.ZERO : request.waitLimit());
    }
  }

  private boolean isShort(Duration lease) {
    return lease.compareTo(request.lease()) < 0;
  }

  /** Sends the request with its whole lease. */
  private void attempt(Duration waitLimit) {
    untilTakenUp = null;
    String next = context.ids().next();
    ask(
        next,
        RequestCommands.acquire(request.waitingUpTo(waitLimit), owner, next, context.replyTo()));
  }

  /** Queues the request, with a lease that suffices for answers as slow as the last one. */
  private void queue(Duration answeredAfter) {
    queuesNext = false;
    Duration left = left();
    Duration wait = left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    Duration lease = ShortLease.of(context.options(), answeredAfter);
    if (!isShort(lease) || shortWaiters.haveMissed()) {
      attempt(wait);
      return;
    }
    untilTakenUp = lease;
    String next = context.ids().next();
    ask(
        next,
        RequestCommands.waiting(request.waitingUpTo(wait), owner, next, context.replyTo(), lease));
  }

  /**
   * Queues a request that waits with a short lease once more, behind the others, with its whole
   * lease; it keeps its place until it has the new one.
   */
  void queueAnew() {
    if (secondPlace != null || left().toMillis() <= 0) {
      return;
    }
    String next = context.ids().next();
    Acquire command =
        RequestCommands.acquire(request.waitingUpTo(left()), owner, next, context.replyTo());
    SecondPlace place =
        new SecondPlace(context, command, this, this::queuedAnew, () -> secondPlace = null);
    if (place.start()) {
      secondPlace = place;
    }
  }

  private void queuedAnew(String id) {
    context.commands().cancel(request.account(), lockId);
    giveBack();
    shortWaiters.remove(this);
    secondPlace = null;
    untilTakenUp = null;
    lockId = id;
    queued = null;
  }

  private void ask(String id, Acquire command) {
    lockId = id;
    queued = null;
    context.commands().ask(command, this, context.options().answerTimeout());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Queued waiting) {
      permit.release();
      command.waits(
          waiting,
          waiting.requestedAt(),
          ASK_AGAIN,
          request.waitLimit().plus(context.options().answerTimeout()));
      queued = waiting.repeated() && queued != null ? queued : waiting;
      if (untilTakenUp != null) {
        shortWaiters.add(this);
      }
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
      rejected(rejected, command.firstSentAt());
    } else if (event instanceof Released released) {
      ended(released);
    }
  }

  private void rejected(Rejected rejected, long firstSentAt) {
    if (queuesNext && isBlocked(rejected)) {
      if (asking != null && !rejected.repeated()) {
        asking.met(rejected.blockedBy());
      }
      queue(Duration.ofNanos(context.loop().nanoTime() - firstSentAt));
      return;
    }
    Rejected refusal =
        isWaitOver && isBlocked(rejected) ? MissedGrant.timedOut(rejected) : rejected;
    context.counters().refused(refusal.reason());
    fail(
        new LockRefusedException(refusal, queued, leases.holdsAsAnother(request.account(), owner)));
  }

  /** Says whether it may be granted to one who waits; a freeze may end within the wait limit. */
  private static boolean isBlocked(Rejected rejected) {
    return rejected.reason() == RejectReason.CONFLICT || rejected.reason() == RejectReason.FROZEN;
  }

  private void granted(Granted granted, long firstSentAt) {
    if (granted.repeated() || untilTakenUp != null) {
      takeUp(granted);
      return;
    }
    long safeEnd = context.safeEnd().of(granted, firstSentAt);
    long late = context.loop().nanoTime() - safeEnd;
    if (late >= 0 && request.replaces() != null) {
      // Asked for anew, it would find that the old lock has ended.
      takeUp(granted);
    } else if (late >= 0) {
      late(Duration.ofNanos(late));
    } else {
      succeed(
          leases.add(
              granted, RequestCommands.asAsked(granted.subject(), request), safeEnd, requests));
    }
  }

  private void takeUp(Granted granted) {
    takingUp = new TakeUp(context, requests, leases, key(), granted, request, untilTakenUp, this);
    takingUp.start();
  }

  @Override
  public void takenUp(HeldLease lease) {
    takingUp = null;
    succeed(lease);
  }

  @Override
  public void notTakenUp(RuntimeException why) {
    takingUp = null;
    if (why instanceof LockRefusedException refused && refused.reason() == RejectReason.NOT_HELD) {
      expired();
    } else {
      unanswered(String.valueOf(why.getMessage()));
    }
  }

  @Override
  public void endedBefore(Released end) {
    takingUp = null;
    ended(end);
  }

  private void stopTakingUp() {
    if (takingUp != null) {
      takingUp.stop();
      takingUp = null;
    }
  }

  private void ended(Released released) {
    if (released.reason() == ReleaseReason.EXPIRED) {
      expired();
    } else {
      fail(new LockWithdrawnException(released));
    }
  }

  /** Asks again, with the whole lease, which bridges more. */
  private void expired() {
    if (untilTakenUp != null) {
      context.counters().lateGrants.increment();
      context.warnings().notTakenUp(key(), untilTakenUp);
      shortWaiters.missed();
    }
    again("the lock had expired before its grant was seen");
  }

  private void late(Duration by) {
    context.counters().lateGrants.increment();
    context.warnings().late(key(), by);
    giveBack();
    again("the grant came after its safe end");
  }

  private Duration left() {
    return request.waitLimit().minus(Duration.ofNanos(context.loop().nanoTime() - startedAt));
  }

  private void again(String why) {
    queuesNext = false;
    Duration left = left();
    if (left.plus(context.options().answerTimeout()).isNegative()) {
      gaveUp(
          "lockId=%s account=%s: %s, for %d ms; is the arbiter or the broker behind?"
              .formatted(
                  lockId, request.account(), why, request.waitLimit().minus(left).toMillis()),
          "The lock is released.");
    } else {
      context.counters().asked.increment();
      isWaitOver = left.toMillis() <= 0 && !request.waitLimit().isZero();
      attempt(left.isNegative() ? Duration.ZERO : left);
    }
  }

  private void waitsNoMore() {
    shortWaiters.remove(this);
    if (secondPlace != null) {
      secondPlace.stop();
      secondPlace = null;
    }
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
    stopTakingUp();
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
