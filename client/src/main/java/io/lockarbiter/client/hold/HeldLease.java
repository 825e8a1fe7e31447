package io.lockarbiter.client.hold;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.YieldRequest;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease as its holder sees it; it changes in the loop's turns only. */
final class HeldLease implements Lease {
  private final ClientContext context;
  private final Leases leases;
  private final LeaseRequests requests;
  private final LockKey key;
  private final GrantedLock lock;
  private final long token;
  private final long grantedAt;
  private final long run;
  private volatile List<HeldLease> outer;
  private final long begunAt;
  private final LeaseRenewal renewal;
  private final SerialExecutor warnings;
  private final SerialExecutor losses;
  private final YieldReports yields;
  private final List<Consumer<LostReason>> lostListeners = new ArrayList<>();
  private final List<Consumer<Duration>> warningListeners = new ArrayList<>();
  private final AtomicReference<@Nullable CompletableFuture<ReleaseResult>> release =
      new AtomicReference<>();
  private volatile long safeEnd;
  private volatile boolean over;
  private @Nullable LostReason lost;
  private @Nullable Released seen;
  private @Nullable LeaseEnd end;
  private @Nullable YieldRequested attached;

  HeldLease(
      ClientContext context,
      Leases leases,
      LeaseRequests requests,
      LockKey key,
      LockFields fields,
      long token,
      long grantedAt,
      long run,
      List<HeldLease> outer) {
    this.context = context;
    this.leases = leases;
    this.requests = requests;
    this.key = key;
    this.lock = new GrantedLock(key.account(), fields);
    this.token = token;
    this.grantedAt = grantedAt;
    this.run = run;
    this.outer = outer;
    this.begunAt = context.loop().nanoTime();
    this.renewal = new LeaseRenewal(context, this);
    this.warnings = context.callbacks();
    this.losses = context.losses();
    this.yields = new YieldReports(context.callbacks());
  }

  @Override
  public String account() {
    return key.account();
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
    return isHeld() && context.loop().nanoTime() - safeEnd < 0;
  }

  @Override
  public Duration remaining() {
    long nanos = isHeld() ? safeEnd - context.loop().nanoTime() : 0;
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
    return !over && release.get() == null;
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
    context
        .loop()
        .execute(
            () -> {
              LostReason reason = lost;
              if (reason == null) {
                lostListeners.add(listener);
              } else {
                losses.execute(() -> listener.accept(reason));
              }
            });
  }

  @Override
  public void onWarning(Consumer<Duration> listener) {
    context.loop().execute(() -> warningListeners.add(listener));
  }

  @Override
  public void onYieldRequested(Consumer<YieldRequest> listener) {
    context
        .loop()
        .execute(
            () -> {
              if (isHeld()) {
                yields.add(listener);
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
  public CompletableFuture<ReleaseResult> release(WorkOutcome outcome) {
    String problem = outcome.problem();
    if (problem != null) {
      throw new IllegalArgumentException("result " + problem);
    }
    CompletableFuture<ReleaseResult> asked = new CompletableFuture<>();
    CompletableFuture<ReleaseResult> before = release.get();
    if ((before == null || isUnanswered(before)) && release.compareAndSet(before, asked)) {
      context
          .loop()
          .execute(() -> release(outcome, before != null, result -> complete(asked, result)));
      return asked.copy();
    }
    return Objects.requireNonNull(release.get()).thenApply(HeldLease::again);
  }

  private static boolean isUnanswered(CompletableFuture<ReleaseResult> release) {
    return release.isDone() && release.join() instanceof ReleaseResult.Unanswered;
  }

  private static ReleaseResult again(ReleaseResult first) {
    return first instanceof ReleaseResult.Released ? new ReleaseResult.AlreadyReleased() : first;
  }

  private void release(WorkOutcome outcome, boolean isRepeated, Consumer<ReleaseResult> settled) {
    stop();
    ReleaseResult known = seen == null ? Leases.known(lost) : releaseAnswer().ended(seen);
    if (known != null) {
      leases.remove(this);
      settled.accept(known);
    } else {
      leases.release(this, outcome, isRepeated, settled);
    }
  }

  @Override
  public void abandon() {
    CompletableFuture<ReleaseResult> answer =
        CompletableFuture.completedFuture(new ReleaseResult.Abandoned());
    if (release.compareAndSet(null, answer)) {
      context.loop().execute(this::abandoned);
    }
  }

  private void abandoned() {
    if (lost == null) {
      leases.remove(this);
      end(new LostReason.Abandoned());
    }
  }

  ReleaseAnswer releaseAnswer() {
    return new ReleaseAnswer(grantedAt, seen);
  }

  @Override
  public void close() {
    var unused = release();
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
    return safeEnd;
  }

  /**
   * Extends the lease: the lock is held at least until then, or shorter if its lease ends earlier
   * than known before. Begins or continues to renew it.
   */
  void extendTo(long newSafeEnd, LeaseEnd newEnd) {
    boolean moves = end == null || newEnd.at().isBefore(end.at()) || newSafeEnd - safeEnd > 0;
    end = newEnd;
    if (moves) {
      safeEnd = newSafeEnd;
    }
    if (moves || newEnd.isLast()) {
      renewal.extended(newEnd);
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
    Long known = attached == null ? null : attached.endsAt();
    if (endsAt != null && !endsAt.equals(known)) {
      attached = asked;
      shortenTo(Instant.ofEpochMilli(endsAt));
      renewal.renew();
    }
    yields.tell(asked);
  }

  /** Moves the safe end earlier by as much as the end in log time. */
  private void shortenTo(Instant newEnd) {
    LeaseEnd known = end;
    if (known != null && newEnd.isBefore(known.at())) {
      long earlier = Duration.between(newEnd, known.at()).toNanos();
      extendTo(safeEnd - earlier, new LeaseEnd(newEnd, /* isLast= */ true));
    }
  }

  /** The reason for the loss at the safe end. */
  LostReason whyOver() {
    if (end == null || !end.isLast()) {
      return new LostReason.Unreachable();
    }
    YieldRequested asked = attached;
    return asked != null && Objects.equals(asked.endsAt(), end.at().toEpochMilli())
        ? new LostReason.Forced(asked.by(), asked.comment())
        : new LostReason.Expired(end.at());
  }

  /** Says whether no renewal can lengthen its lease any more. */
  boolean isLast() {
    return end != null && end.isLast();
  }

  LeaseRenewal renewal() {
    return renewal;
  }

  void wake() {
    renewal.wake();
  }

  /** Ends the lease, as the lock's own event tells. */
  void ended(Released end) {
    seen = end;
    lose(ReleaseAnswer.lost(releaseAnswer().ended(end)));
  }

  void warn() {
    Duration left = remaining();
    warningListeners.forEach(listener -> warnings.execute(() -> listener.accept(left)));
    if (!isLast()) {
      context.warnings().silent(this, left);
    }
  }

  private void stop() {
    renewal.stop();
    yields.stop();
  }

  /** Makes it invalid without telling any listener. */
  void drop() {
    over = true;
    stop();
  }

  /**
   * Finds out how the lock ended, because the arbiter does not count it as held; then tells the
   * listeners.
   */
  void findOutWhyLost() {
    over = true;
    stop();
    leases.findOut(this, result -> lose(ReleaseAnswer.lost(result)));
  }

  void lose(LostReason reason) {
    if (lost == null && release.get() == null) {
      leases.lost(this, reason);
      end(reason);
      context.warnings().lost(this, reason);
    }
  }

  private void end(LostReason reason) {
    lost = reason;
    over = true;
    stop();
    lostListeners.forEach(listener -> losses.execute(() -> listener.accept(reason)));
  }

  @Override
  public String toString() {
    return "lease account=%s lockId=%s token=%d valid=%s"
        .formatted(account(), lockId(), token, isValid());
  }
}
