package io.lockarbiter.client.hold;

import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps one lease alive: renews at a third of its usable time – the lease, or what the settings
 * leave of it, less the clock difference allowed –, again every sixth of it while no answer comes,
 * warns at two thirds, and loses it at its safe end. Each renewal is a command of its own, so that
 * the time of an answer counts from its own send. A lease that no renewal can lengthen is not
 * renewed any more; its warning and its loss come at the same times. A lock that is bound to a
 * session of this client is renewed only on request, and where its end may have been missed. Used
 * in the loop's turns only.
 */
final class LeaseRenewal implements AnswerListener {
  private record Confirmation(long askedAt, Consumer<Boolean> listener) {}

  private final ClientContext context;
  private final HeldLease lease;
  private long usableNanos;
  private final List<Confirmation> confirmations = new ArrayList<>();
  private final List<Consumer<Boolean>> declines = new ArrayList<>();
  private long renewAt;
  private long warnAt;
  private boolean warned;
  private boolean isLast;
  private boolean scheduled;
  private long wakeAt;

  LeaseRenewal(ClientContext context, HeldLease lease) {
    this.context = context;
    this.lease = lease;
  }

  /** Notes that the safe end has moved, or moves in other steps from now on, or not any more. */
  void extended(LeaseEnd end) {
    usableNanos = usableNanos(end);
    long begin = lease.safeEnd() - usableNanos;
    double third = usableNanos / 3.0 * (0.9 + 0.2 * context.random().nextDouble());
    renewAt = end.isLast() ? lease.safeEnd() : begin + (long) third;
    warnAt = begin + usableNanos / 3 * 2;
    warned = warned && isLast && end.isLast();
    isLast = end.isLast();
    schedule();
  }

  /**
   * The usable time of a lease. Somebody else keeps the session of a bound lock alive, if it has no
   * {@link BoundTerm}: the time that is left of it counts.
   */
  private long usableNanos(LeaseEnd end) {
    if (lease.lock().lease().isZero()) {
      return Math.max(0, lease.safeEnd() - context.loop().nanoTime());
    }
    Duration length = end.cutTo() == null ? lease.lock().lease() : end.cutTo();
    return Math.max(0, context.safeEnd().usable(length).toNanos());
  }

  /** Looks at a bound lock when its own end comes, or when it is to be renewed once more. */
  void look() {
    BoundTerm bound = lease.bound();
    Long next = bound == null ? null : bound.nextLook(context.loop().nanoTime());
    if (next != null && (!scheduled || next - wakeAt < 0)) {
      scheduled = true;
      wakeAt = next;
      context.schedule().add(lease, next);
    }
  }

  private void wakeBound(BoundTerm bound, long now) {
    if (bound.isDoubted()) {
      renew();
    }
    boolean warns = !warned && bound.isNearItsOwnEnd(now);
    warned = warned || warns;
    look();
    if (warns) {
      lease.warn();
    }
  }

  /** Puts the lease into the schedule, unless it stands there for this time or an earlier one. */
  private void schedule() {
    long next = Math.min(renewAt - lease.safeEnd(), 0);
    next = warned ? next : Math.min(warnAt - lease.safeEnd(), next);
    long at = lease.safeEnd() + next;
    if (!scheduled || at - wakeAt < 0) {
      scheduled = true;
      wakeAt = at;
      context.schedule().add(lease, at);
    }
  }

  void wake() {
    long now = context.loop().nanoTime();
    if (scheduled && now - wakeAt < 0) {
      return;
    }
    scheduled = false;
    if (!lease.isHeld()) {
      return;
    }
    if (now - lease.safeEnd() >= 0) {
      lease.over();
      return;
    }
    BoundTerm bound = lease.bound();
    if (bound != null) {
      wakeBound(bound, now);
      return;
    }
    boolean warns = !warned && now - warnAt >= 0;
    warned = warned || warns;
    if (now - renewAt >= 0) {
      renew();
    }
    // Schedules before any user code runs, so that an exception there does not lose the next
    // wake-up.
    schedule();
    if (warns) {
      lease.warn();
    }
  }

  /** Sends a renewal whose answer is no longer awaited once the next attempt is due. */
  void renew() {
    renewAt = isLast ? lease.safeEnd() : context.loop().nanoTime() + usableNanos / 6;
    context.commands().askOnce(command(), this, untilSafeEnd());
  }

  void confirm(Consumer<Boolean> listener) {
    if (!lease.isValid()) {
      listener.accept(false);
      return;
    }
    confirmations.add(new Confirmation(context.loop().nanoTime(), listener));
    context.commands().ask(command(), this, untilSafeEnd());
  }

  /** Renews once more and gives the reason for which the holder declines. */
  void decline(String why, Consumer<Boolean> listener) {
    if (!lease.isValid()) {
      listener.accept(false);
      return;
    }
    Renew command = command().declining(why);
    declines.add(listener);
    context.commands().ask(command, new Decline(listener), untilSafeEnd());
  }

  private Duration untilSafeEnd() {
    return Duration.ofNanos(Math.max(0, lease.safeEnd() - context.loop().nanoTime()));
  }

  private Renew command() {
    return context.renewal(lease.key(), lease.lock().owner(), lease.renewedBy());
  }

  /** Stops renewing; callers that wait for an answer get "not held". */
  void stop() {
    confirmations.forEach(confirmation -> confirmation.listener().accept(false));
    confirmations.clear();
    List<Consumer<Boolean>> untold = List.copyOf(declines);
    declines.clear();
    untold.forEach(listener -> listener.accept(false));
  }

  private void renewed(Renewed event, long sentAt) {
    lease.renewed(event, sentAt);
    List<Confirmation> done =
        confirmations.stream().filter(asked -> sentAt - asked.askedAt() >= 0).toList();
    confirmations.removeAll(done);
    done.forEach(asked -> asked.listener().accept(true));
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    command.done();
    if (lease.isHeld() && event instanceof Renewed renewed) {
      renewed(renewed, command.firstSentAt());
    } else if (lease.isHeld()
        && event instanceof Rejected rejected
        // The answer does not say whether the lock is still held: the next renewal, or the safe
        // end, will.
        && rejected.reason() != RejectReason.UNKNOWN) {
      lease.ending().findOutWhyLost();
    }
  }

  @Override
  public void unanswered(String why) {
    // Nothing to do: the next attempt is due, or the safe end.
  }

  /** A renewal that declines; its own answer says whether the arbiter published the reason. */
  private final class Decline implements AnswerListener {
    private final Consumer<Boolean> listener;

    Decline(Consumer<Boolean> listener) {
      this.listener = listener;
    }

    @Override
    public void answered(PendingCommand command, Event event) {
      LeaseRenewal.this.answered(command, event);
      settle(event instanceof Renewed renewed && renewed.declined() != null);
    }

    @Override
    public void unanswered(String why) {
      settle(false);
    }

    private void settle(boolean isTold) {
      if (declines.remove(listener)) {
        listener.accept(isTold);
      }
    }
  }
}
