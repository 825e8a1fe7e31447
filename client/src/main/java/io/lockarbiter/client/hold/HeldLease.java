package io.lockarbiter.client.hold;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease as its holder sees it; it changes in the loop's turns only. */
final class HeldLease implements Lease {
  private final ClientContext context;
  private final LeaseRequests requests;
  private final LockKey key;
  private final GrantedLock lock;
  private final long token;
  private final long run;
  private volatile List<HeldLease> outer;
  private final long begunAt;
  private final LeaseRenewal renewal;
  private final LeaseListeners listeners;
  private final LeaseEnding ending;
  private final LeaseTerm term = new LeaseTerm();
  private final @Nullable BoundTerm bound;

  HeldLease(
      ClientContext context,
      Leases leases,
      LeaseRequests requests,
      LockKey key,
      LockFields fields,
      long token,
      long grantedAt,
      long run,
      List<HeldLease> outer,
      @Nullable KeptSession session) {
    this.context = context;
    this.requests = requests;
    this.key = key;
    this.lock = new GrantedLock(key.account(), fields);
    this.token = token;
    this.run = run;
    this.outer = outer;
    this.bound = session == null ? null : new BoundTerm(session);
    this.begunAt = context.loop().nanoTime();
    this.renewal = new LeaseRenewal(context, this);
    this.listeners = new LeaseListeners(context);
    this.ending = new LeaseEnding(context, leases, this, listeners, grantedAt);
  }

  @Override
  public String account() {
    return key.account();
  }

  boolean isCheckOut() {
    return lock.fields().isCheckOut();
  }

  /** Says whether no lease ends the lock, but its session, whoever keeps that alive. */
  boolean isBound() {
    return lock.fields().isBound();
  }

  @Override
  public LockDetails lock() {
    return lock;
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public long run() {
    return run;
  }

  @Override
  public boolean isValid() {
    return isHeld() && context.loop().nanoTime() - safeEnd() < 0;
  }

  @Override
  public Duration remaining() {
    long nanos = isHeld() ? safeEnd() - context.loop().nanoTime() : 0;
    return nanos > 0 ? Duration.ofNanos(nanos) : Duration.ZERO;
  }

  /**
   * Says whether the filter passes its events by the lock's id, because they carry another reply
   * address.
   */
  boolean isFollowed() {
    return run != 0;
  }

  /** Says whether it is neither released nor lost, whatever the clock shows. */
  boolean isHeld() {
    return ending.isHeld();
  }

  @Override
  public CompletableFuture<Boolean> confirm() {
    CompletableFuture<Boolean> confirmed = new CompletableFuture<>();
    context.loop().execute(() -> renewal.confirm(held -> complete(confirmed, held)));
    return confirmed;
  }

  /**
   * Completes a future on its own thread, not among the lease's callbacks: a listener of this lease
   * may wait for it there.
   */
  private <T> void complete(CompletableFuture<T> future, T answer) {
    context.callbacks().execute(() -> future.complete(answer));
  }

  @Override
  public CompletableFuture<Lease> acquireMore(LockRequest request) {
    return requests.acquireAsync(InnerRequest.of(this, request), position -> {});
  }

  @Override
  public void onLost(Consumer<LostReason> listener) {
    context.loop().execute(() -> listeners.addLost(listener));
  }

  @Override
  public void onWarning(Consumer<Duration> listener) {
    context.loop().execute(() -> listeners.addWarning(listener));
  }

  @Override
  public void onYieldRequested(Consumer<YieldRequest> listener) {
    context
        .loop()
        .execute(
            () -> {
              if (isHeld()) {
                listeners.addYield(listener);
              }
            });
  }

  @Override
  public CompletableFuture<Boolean> decline(String why) {
    String problem = WorkOutcome.textProblem(why);
    if (problem != null) {
      throw new IllegalArgumentException("why " + problem);
    }
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    context.loop().execute(() -> renewal.decline(why, isTold -> complete(told, isTold)));
    return told;
  }

  @Override
  public void endAs(WorkOutcome outcome) {
    ending.release().endAs(outcome);
  }

  @Override
  public CompletableFuture<ReleaseResult> release() {
    return ending.release().send();
  }

  @Override
  public CompletableFuture<ReleaseResult> release(WorkOutcome outcome) {
    return ending.release().send(outcome);
  }

  @Override
  public void abandon() {
    ending.abandon();
  }

  @Override
  public void close() {
    var unused = release();
    ending.release().await(account());
  }

  /**
   * Drops the outer leases when this one has ended, so that a chain of leases does not keep the
   * whole chain in memory.
   */
  void forgetOuter() {
    outer = List.of();
  }

  /** The leases that its request named as held. */
  List<HeldLease> outer() {
    return outer;
  }

  LockKey key() {
    return key;
  }

  /** The lease that its renewals ask for, in ms; null = the lock's own. */
  @Nullable Long renewedBy() {
    return lock.renewedBy();
  }

  /** The time at which the client got it, on the loop's clock. */
  long begunAt() {
    return begunAt;
  }

  long safeEnd() {
    return bound == null ? term.safeEnd() : bound.safeEnd();
  }

  /** Its end, if it is bound to a session that this client keeps alive; else null. */
  @Nullable BoundTerm bound() {
    return bound;
  }

  /** Notes an end of a bound lock before that of its session; null = it has none. */
  void endsAt(@Nullable Long logMs) {
    if (bound != null && logMs != null) {
      bound.endsAt(logMs);
      renewal.look();
    }
  }

  /** Renews it, because its end may be among missed events. */
  void doubt() {
    if (bound != null) {
      bound.doubt(context.loop().nanoTime());
      renewal.look();
    }
    renewal.renew();
  }

  /** Notes that it is held, as the answer to a renewal that was first sent then. */
  void renewed(Renewed event, long sentAt) {
    if (bound == null) {
      extendTo(context.safeEnd().of(event, sentAt), LeaseEnd.of(event));
    } else {
      bound.confirmed(event, sentAt);
      renewal.look();
    }
  }

  /**
   * Extends the lease: the lock is held at least until then, or shorter if its lease ends earlier
   * than known before. Begins or continues to renew it, unless the settings leave nothing usable of
   * the next lease.
   */
  void extendTo(long newSafeEnd, LeaseEnd newEnd) {
    Duration cutTo = newEnd.cutTo();
    LeaseEnd end = cutTo == null || context.safeEnd().isUsable(cutTo) ? newEnd : newEnd.asLast();
    if (term.extendTo(newSafeEnd, end)) {
      renewal.extended(end);
    }
  }

  /** Handles an event of its lock that does not end it. */
  void seen(Event event) {
    if (event instanceof YieldRequested asked) {
      askedFor(asked);
    } else {
      endsAt(LeaseEnd.attached(event));
    }
  }

  /**
   * Handles a request to yield. If it set an end that was not known, the safe end moves earlier at
   * once; a renewal then tells it more closely.
   */
  void askedFor(YieldRequested asked) {
    if (!isHeld()) {
      return;
    }
    Long endsAt = asked.endsAt();
    if (term.attach(asked) && endsAt != null) {
      if (bound == null) {
        shortenTo(Instant.ofEpochMilli(endsAt));
        renewal.renew();
      } else {
        endsAt(endsAt);
      }
    }
    listeners.asked(asked);
  }

  /** Moves the safe end earlier by as much as the end in log time. */
  private void shortenTo(Instant newEnd) {
    long earlier = term.earlierBy(newEnd).toNanos();
    if (earlier > 0) {
      extendTo(safeEnd() - earlier, term.lastAt(newEnd));
    }
  }

  /** Says whether no renewal can lengthen its lease any more. */
  boolean isLast() {
    return bound == null ? term.isLast() : bound.hasOwnEnd();
  }

  LeaseRenewal renewal() {
    return renewal;
  }

  void wake() {
    renewal.wake();
  }

  LeaseEnding ending() {
    return ending;
  }

  /** Ends the lease at its safe end. */
  void over() {
    ending.lose(
        bound == null ? term.whyOver() : bound.whyOver(context.loop().nanoTime(), term.attached()));
  }

  void warn() {
    Duration left = remaining();
    listeners.warn(left);
    if (!isLast()) {
      context.warnings().silent(this, left);
    }
  }

  @Override
  public String toString() {
    return "lease account=%s lockId=%s token=%d valid=%s"
        .formatted(account(), lockId(), token, isValid());
  }
}
