package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session as this client keeps it alive: by a command at a third of its usable time, and again
 * every sixth of it while no answer comes. Each is a command of its own, so that the time of an
 * answer counts from its own send. The answers come in the order of the log, so each tells also
 * that no lock has ended before it unseen. Changes in the loop's turns only.
 */
final class KeptSession implements LockSession, AnswerListener {
  private final ClientContext context;
  private final Sessions sessions;
  private final String account;
  private final Owner owner;
  private final Duration lease;
  private final boolean resumed;
  private final Set<HeldLease> bound = new LinkedHashSet<>();
  private final Set<LeaseAcquisition> requests = new LinkedHashSet<>();
  private final SerialExecutor losses;
  private final List<Consumer<LostReason>> listeners = new ArrayList<>();
  private final SessionRelease release;
  private volatile SessionTerm term;
  private volatile boolean over;
  private @Nullable LostReason lost;
  private @Nullable Duration left;
  private long usableNanos;
  private long sendAt;
  private long warnAt;
  private boolean warned;
  private long wakeAt;

  KeptSession(
      ClientContext context,
      Sessions sessions,
      String account,
      Owner owner,
      Duration lease,
      SessionTerm term,
      boolean resumed) {
    this.context = context;
    this.sessions = sessions;
    this.account = account;
    this.owner = owner;
    this.lease = lease;
    this.term = term;
    this.resumed = resumed;
    this.losses = context.losses();
    this.release = new SessionRelease(context, this);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Owner owner() {
    return owner;
  }

  SessionKey key() {
    return new SessionKey(account, owner);
  }

  @Override
  public boolean isValid() {
    return !isOver() && context.loop().nanoTime() - safeEnd() < 0;
  }

  @Override
  public Duration remaining() {
    long nanos = isOver() ? 0 : safeEnd() - context.loop().nanoTime();
    return nanos > 0 ? Duration.ofNanos(nanos) : Duration.ZERO;
  }

  @Override
  public boolean isResumed() {
    return resumed;
  }

  @Override
  public Instant beganAt() {
    return Instant.ofEpochMilli(term.beganAt());
  }

  @Override
  public Instant expiresAt() {
    return Instant.ofEpochMilli(term.expiresAt());
  }

  @Override
  public LockRequest bound(LockRequest request) {
    boolean isOfOwner =
        request.owner() == null
            ? request.subAccount().equals(owner.subAccount())
            : request.owner().equals(owner);
    if (!request.account().equals(account) || !isOfOwner) {
      throw new IllegalArgumentException(
          "account=%s subAccount=%s owner=%s, expected those of the session: account=%s owner=%s"
              .formatted(request.account(), request.subAccount(), request.owner(), account, owner));
    }
    if (isOver()) {
      throw over();
    }
    return request.owner(owner).bound();
  }

  /** The failure of a request that is bound to it, once it is over. */
  IllegalStateException over() {
    return new IllegalStateException(
        "account=%s subAccount=%s session=%s is closed or lost here, so nothing is bound to it any more. Begin another session, and ask anew"
            .formatted(account, owner.subAccount(), owner.session()));
  }

  /** The latest answer that counts. */
  SessionTerm term() {
    return term;
  }

  /** The end until which it is certainly alive, on the loop's clock; for every thread. */
  long safeEnd() {
    return release.earlier(term.safeEnd());
  }

  /** Says whether it is lost or closed, whatever the clock shows; for every thread. */
  boolean isOver() {
    return over || release.isAsked();
  }

  /** A time of the log on the loop's clock, safe to use. */
  long safeAt(long logMs) {
    return term.safeAt(logMs, context.safeEnd());
  }

  /** A third of the usable time. */
  long thirdNanos() {
    return usableNanos / 3;
  }

  void add(HeldLease lease) {
    bound.add(lease);
  }

  void remove(HeldLease lease) {
    bound.remove(lease);
  }

  /** Adds a request, which fails when the session is lost. */
  void add(LeaseAcquisition request) {
    requests.add(request);
  }

  void remove(LeaseAcquisition request) {
    requests.remove(request);
  }

  /**
   * Notes that the safe end has moved, or moves in other steps from now on.
   *
   * @param left the lease as the settings leave it
   */
  void extended(Duration left) {
    this.left = left;
    usableNanos = Math.max(0, context.safeEnd().usable(left).toNanos());
    long begin = term.safeEnd() - usableNanos;
    double third = usableNanos / 3.0 * (0.9 + 0.2 * context.random().nextDouble());
    sendAt = begin + (long) third;
    warnAt = begin + usableNanos / 3 * 2;
    warned = false;
    watch();
  }

  private void watch() {
    long next = warned || sendAt - warnAt < 0 ? sendAt : warnAt;
    long due = next - term.safeEnd() < 0 ? next : term.safeEnd();
    wakeAt = due;
    context.loop().executeAt(due, () -> wake(due));
  }

  private void wake(long due) {
    if (isOver() || due != wakeAt) {
      return;
    }
    long now = context.loop().nanoTime();
    if (now - term.safeEnd() >= 0) {
      lose(new LostReason.Unreachable());
      return;
    }
    boolean warns = !warned && now - warnAt >= 0;
    warned = warned || warns;
    if (now - sendAt >= 0) {
      send(now);
    }
    watch();
    if (warns) {
      List.copyOf(bound).forEach(HeldLease::warn);
    }
  }

  /** Sends a command whose answer is no longer awaited once the session is over without it. */
  private void send(long now) {
    sendAt = now + Math.max(1, usableNanos / 6);
    context
        .commands()
        .askOnce(
            context.keepAlive(account, owner, lease),
            this,
            Duration.ofNanos(Math.max(0, term.safeEnd() - now)));
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    if (isOver()) {
      return;
    }
    if (event instanceof KeptAlive kept) {
      kept(kept, command.firstSentAt());
    } else if (event instanceof Rejected rejected && isRefusalToBegin(rejected.reason())) {
      lose(new LostReason.SessionEnded());
    }
  }

  private void kept(KeptAlive kept, long sentAt) {
    if (kept.beganAt() != term.beganAt()) {
      // It had ended, and all that was bound to it; this command, or another process, began it
      // anew.
      lose(new LostReason.SessionEnded());
      return;
    }
    SessionTerm told = SessionTerm.of(kept, sentAt, context.safeEnd());
    if (context.loop().nanoTime() - term.safeEnd() >= 0) {
      lose(new LostReason.Unreachable());
      return;
    }
    Duration leaves =
        Duration.ofMillis(Objects.requireNonNullElse(kept.cutLeaseMs(), kept.leaseMs()));
    boolean reachesFurther = term.later(told) == told;
    if (reachesFurther) {
      term = told;
    }
    if (reachesFurther || !leaves.equals(left)) {
      extended(leaves);
    }
    context.unreleased().release(context, account, owner);
  }

  /** Only a session that is not alive any more can be refused for these. */
  private static boolean isRefusalToBegin(RejectReason reason) {
    return reason == RejectReason.LIMIT_EXCEEDED || reason == RejectReason.RATE_LIMITED;
  }

  @Override
  public void unanswered(String why) {
    // Nothing to do: the next attempt is due, or the safe end.
  }

  /** Ends it for its locks and listeners. */
  void lose(LostReason reason) {
    if (isOver()) {
      return;
    }
    lost = reason;
    drop();
    List.copyOf(bound).forEach(each -> each.ending().lose(reason));
    List.copyOf(requests).forEach(each -> each.failed(over()));
    listeners.forEach(listener -> losses.execute(() -> listener.accept(reason)));
  }

  /** Keeps it alive no more, and tells nobody. */
  void drop() {
    over = true;
    sessions.remove(this);
  }

  /** Leaves it to its lease, because nobody has taken it; for every thread. */
  void leave() {
    context.loop().execute(this::drop);
  }

  @Override
  public void onLost(Consumer<LostReason> listener) {
    context.loop().execute(() -> listen(listener));
  }

  private void listen(Consumer<LostReason> listener) {
    LostReason reason = lost;
    if (reason == null) {
      listeners.add(listener);
    } else {
      losses.execute(() -> listener.accept(reason));
    }
  }

  @Override
  public CompletableFuture<ReleaseAllResult> release() {
    return release.ask();
  }

  /** Ends it because its holder has closed it; returns the locks that it held. */
  List<LockKey> end() {
    drop();
    List<HeldLease> ended = List.copyOf(bound);
    ended.forEach(each -> each.ending().closed(new LostReason.SessionEnded()));
    return ended.stream().map(HeldLease::key).toList();
  }

  /** Says whether it was lost, or is kept no more because its client closes. */
  boolean isGone() {
    return over;
  }

  @Override
  public void close() {
    release.close();
  }

  @Override
  public String toString() {
    return "session account=%s subAccount=%s session=%s valid=%s"
        .formatted(account, owner.subAccount(), owner.session(), isValid());
  }
}
