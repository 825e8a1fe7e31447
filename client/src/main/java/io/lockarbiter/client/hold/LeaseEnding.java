package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of one lease: released, given up, lost, or dropped by its client. Used in the loop's
 * turns only, but for {@link #isHeld}, {@link #release} and {@link #abandon}.
 */
final class LeaseEnding {
  private final ClientContext context;
  private final Leases leases;
  private final HeldLease lease;
  private final LeaseListeners listeners;
  private final LeaseRelease release;
  private final long grantedAt;
  private volatile boolean over;
  private @Nullable Released seen;

  /**
   * The end of a lease that is held.
   *
   * @param grantedAt log time of the grant, epoch ms
   */
  LeaseEnding(
      ClientContext context,
      Leases leases,
      HeldLease lease,
      LeaseListeners listeners,
      long grantedAt) {
    this.context = context;
    this.leases = leases;
    this.lease = lease;
    this.listeners = listeners;
    this.grantedAt = grantedAt;
    this.release = new LeaseRelease(context, this::released);
  }

  /** Says whether it is neither released nor lost, whatever the clock shows. */
  boolean isHeld() {
    return !over && !release.isAsked();
  }

  LeaseRelease release() {
    return release;
  }

  private void released(WorkOutcome outcome, boolean isRepeated, Consumer<ReleaseResult> settled) {
    stop();
    ReleaseResult known =
        seen == null ? EndedBefore.result(listeners.lost()) : answer().ended(seen);
    if (known != null) {
      leases.remove(lease);
      settled.accept(known);
    } else {
      leases.release(lease, outcome, isRepeated, settled);
    }
  }

  /** Gives the lease up without a release. */
  void abandon() {
    if (release.abandon()) {
      context.loop().execute(this::abandoned);
    }
  }

  private void abandoned() {
    if (listeners.lost() == null) {
      leases.remove(lease);
      end(new LostReason.Abandoned());
    }
  }

  /** Ends it because its holder has closed the session to which it is bound. */
  void closed(LostReason reason) {
    if (listeners.lost() == null && !release.isAsked()) {
      leases.remove(lease);
      end(reason);
    }
  }

  /** Reads the answers to its releases. */
  ReleaseAnswer answer() {
    return new ReleaseAnswer(grantedAt, seen);
  }

  /** Ends the lease, as the lock's own event tells. */
  void ended(Released end) {
    seen = end;
    lose(ReleaseAnswer.lost(answer().ended(end)));
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
    drop();
    leases.findOut(lease, result -> lose(ReleaseAnswer.lost(result)));
  }

  void lose(LostReason reason) {
    if (listeners.lost() == null && !release.isAsked()) {
      leases.lost(lease, reason);
      end(reason);
      context.warnings().lost(lease, reason);
    }
  }

  private void end(LostReason reason) {
    drop();
    listeners.lost(reason);
  }

  private void stop() {
    lease.renewal().stop();
    listeners.stopYields();
  }
}
