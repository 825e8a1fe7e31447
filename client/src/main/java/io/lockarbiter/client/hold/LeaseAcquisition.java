package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.client.hold.Attempts.Attempt;
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
import java.util.Objects;
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
  private final Owner owner;
  private final AcquisitionOutcome outcome;
  private final Attempts attempts;
  private final FollowedMoves moves = new FollowedMoves();
  private LockRequest request;
  private @Nullable KeptSession session;
  private @Nullable AskedHolders asking;
  private @Nullable Attempt attempt;
  private boolean queuesNext;
  private @Nullable Queued queued;
  private @Nullable SecondPlace secondPlace;
  private @Nullable TakeUp takingUp;
  private boolean isWaitOver;

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
    this.outcome = new AcquisitionOutcome(context, permit, listener, this::isOver);
    this.attempts = new Attempts(context, request, owner);
    YieldWish wish = request.asking();
    this.asking =
        wish == null || RequestRules.asksInVain(request)
            ? null
            : new AskedHolders(context, request, owner, wish);
  }

  void start() {
    if (!outcome.isOver()) {
      session = request.isBound() ? leases.session(request.account(), owner) : null;
      if (session != null) {
        session.add(this);
      }
      attempts.begin();
      queuesNext = attempts.mayQueueShort();
      askAnew(queuesNext ? Duration.ZERO : request.waitLimit());
    }
  }

  private void askAnew(Duration waitLimit) {
    context.counters().asked.increment();
    ask(attempts.withWholeLease(waitLimit));
  }

  private void queue(Duration answeredAfter) {
    queuesNext = false;
    ask(
        shortWaiters.haveMissed()
            ? attempts.withWholeLease(attempts.restToWait())
            : attempts.withShortLease(answeredAfter));
  }

  private void ask(Attempt next) {
    become(next);
    context.commands().ask(next.command(), this, context.options().answerTimeout());
  }

  private void become(Attempt next) {
    attempt = next;
    queued = null;
  }

  /**
   * Queues a request that waits with a short lease once more, behind the others, with its whole
   * lease; it keeps its place until it has the new one.
   */
  void queueAnew() {
    Duration left = attempts.left();
    if (secondPlace != null || left.toMillis() <= 0) {
      return;
    }
    Attempt anew = attempts.withWholeLease(left);
    SecondPlace place =
        new SecondPlace(
            context, anew.command(), this, () -> queuedAnew(anew), () -> secondPlace = null);
    if (place.start()) {
      secondPlace = place;
    }
  }

  private void queuedAnew(Attempt anew) {
    cancel();
    giveBack();
    shortWaiters.remove(this);
    secondPlace = null;
    become(anew);
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Queued waiting) {
      command.waits(
          waiting,
          waiting.requestedAt(),
          ASK_AGAIN,
          request.waitLimit().plus(context.options().answerTimeout()));
      queued = waiting.repeated() && queued != null ? queued : waiting;
      if (untilTakenUp() != null) {
        shortWaiters.add(this);
      }
      outcome.queued(waiting);
      if (asking != null) {
        asking.waits(waiting, attempt == null ? null : attempt.command().graceMs());
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
    LockRequest moved = attempts.mayGoOn() ? moves.next(request, rejected) : null;
    if (moved != null) {
      follow(moved);
      return;
    }
    if (rejected.reason() == RejectReason.NO_SESSION && session != null) {
      // It was alive when this was asked, so it has ended, and all that was bound to it. This
      // request ends with the refusal.
      session.remove(this);
      session.lose(new LostReason.SessionEnded());
    }
    Rejected refusal =
        isWaitOver && isBlocked(rejected) ? MissedGrant.timedOut(rejected) : rejected;
    outcome.refused(refusal, queued, leases.holdsAsAnother(request.account(), owner));
  }

  /** Asks anew at the place to which the path was moved, with the rest of the wait. */
  private void follow(LockRequest moved) {
    request = moved;
    attempts.follow(moved);
    asking = askingAtTheNewPlace(request.asking());
    queuesNext = attempts.mayQueueShort();
    boolean waits = !queuesNext && !moved.waitLimit().isZero();
    askAnew(waits ? attempts.restToWait() : Duration.ZERO);
  }

  /**
   * Asks nobody if the rest of the wait is over before the holders must have let go, nor its own:
   * there, who came earlier is not known.
   */
  private @Nullable AskedHolders askingAtTheNewPlace(@Nullable YieldWish wish) {
    boolean isInVain = RequestRules.asksInVain(request.waitingUpTo(attempts.restToWait()));
    return wish == null || wish.ofOwnOnly() || isInVain
        ? null
        : new AskedHolders(context, request, owner, wish);
  }

  /** Says whether it may be granted to one who waits; a freeze may end within the wait limit. */
  static boolean isBlocked(Rejected rejected) {
    return rejected.reason() == RejectReason.CONFLICT || rejected.reason() == RejectReason.FROZEN;
  }

  private void granted(Granted granted, long firstSentAt) {
    if (session != null && session.isOver()) {
      giveBack();
      outcome.failed(session.over());
      return;
    }
    if (granted.repeated() || untilTakenUp() != null) {
      takeUp(granted);
      return;
    }
    IllegalStateException useless = context.safeEnd().uselessLease(key(), granted.cut());
    if (useless != null) {
      giveBack();
      outcome.failed(useless);
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
    takingUp = new TakeUp(context, requests, leases, key(), granted, request, untilTakenUp(), this);
    takingUp.start();
  }

  @Override
  public void takenUp(HeldLease lease) {
    takingUp = null;
    if (session != null && session.isOver()) {
      var unused = lease.release();
      outcome.failed(session.over());
    } else {
      succeed(lease);
    }
  }

  @Override
  public void notTakenUp(RuntimeException why) {
    takingUp = null;
    if (why instanceof LockRefusedException refused && refused.reason() == RejectReason.NOT_HELD) {
      expired();
    } else if (why instanceof LockException) {
      unanswered(String.valueOf(why.getMessage()));
    } else {
      giveBack();
      outcome.failed(why);
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
      outcome.failed(new LockWithdrawnException(released));
    }
  }

  /** Asks again, with the whole lease, which bridges more. */
  private void expired() {
    Duration shortLease = untilTakenUp();
    if (shortLease != null) {
      context.counters().lateGrants.increment();
      context.warnings().notTakenUp(key(), shortLease);
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

  private void again(String why) {
    queuesNext = false;
    Duration left = attempts.left();
    if (left.plus(context.options().answerTimeout()).isNegative()) {
      outcome.gaveUp(
          "lockId=%s account=%s: %s, for %d ms; is the arbiter or the broker behind?"
              .formatted(
                  key().lockId(),
                  request.account(),
                  why,
                  request.waitLimit().minus(left).toMillis()),
          "The lock is released.");
    } else {
      isWaitOver = left.toMillis() <= 0 && !request.waitLimit().isZero();
      askAnew(left.isNegative() ? Duration.ZERO : left);
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
    outcome.gaveUp(why, "A lock that may have been granted is released.");
  }

  /** Withdraws the request, as nobody needs it any more; does nothing if it is over. */
  void withdraw() {
    if (!outcome.isOver()) {
      outcome.withdrawn();
      stop();
    }
  }

  /** Withdraws the request, because its session is lost; does nothing if it is over. */
  void failed(RuntimeException why) {
    if (!outcome.isOver()) {
      stop();
      outcome.failed(why);
    }
  }

  private void isOver() {
    if (session != null) {
      session.remove(this);
    }
  }

  private void stop() {
    waitsNoMore();
    stopTakingUp();
    if (attempt != null) {
      cancel();
      giveBack();
    }
  }

  private void cancel() {
    context.commands().cancel(request.account(), key().lockId());
  }

  private void giveBack() {
    PendingRelease.withdraw(context, key(), owner, request.isBound());
  }

  private LockKey key() {
    return Objects.requireNonNull(attempt, "nothing was asked yet").key();
  }

  private @Nullable Duration untilTakenUp() {
    return attempt == null ? null : attempt.untilTakenUp();
  }

  private void succeed(HeldLease lease) {
    outcome.granted(lease, attempts.passedNanos());
  }
}
