package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listener of one request how it goes and how it ended, counts that, and gives the permit
 * back. Made by the thread that asks; used in the loop's turns only.
 */
final class AcquisitionOutcome {
  private final ClientContext context;
  private final InFlightPermit permit;
  private final AcquisitionListener listener;
  private final Runnable over;
  private final @Nullable Throwable asked;
  private boolean isOver;

  /**
   * The outcome of a request that is not over.
   *
   * @param over runs once, before the listener is told
   */
  AcquisitionOutcome(
      ClientContext context, InFlightPermit permit, AcquisitionListener listener, Runnable over) {
    this.context = context;
    this.permit = permit;
    this.listener = listener;
    this.over = over;
    this.asked = context.leaks().here();
  }

  boolean isOver() {
    return isOver;
  }

  void queued(Queued event) {
    permit.release();
    listener.queued(event);
  }

  /**
   * Ends with a lease.
   *
   * @param afterNanos the time since the request was asked
   */
  void granted(HeldLease lease, long afterNanos) {
    end();
    context.counters().acquired(afterNanos);
    context.leaks().opened(lease, asked);
    listener.granted(lease);
  }

  /**
   * Ends with the arbiter's refusal.
   *
   * @param queued the last word from the queue; null if it never waited
   * @param isHeldAsAnother whether this client holds locks of the account as another owner
   */
  void refused(Rejected refusal, @Nullable Queued queued, boolean isHeldAsAnother) {
    context.counters().refused(refusal.reason());
    failed(new LockRefusedException(refusal, queued, isHeldAsAnother));
  }

  void gaveUp(String why, String consequence) {
    context.warnings().unanswered(why, consequence);
    failed(new ArbiterUnreachableException(why + " " + consequence));
  }

  void failed(RuntimeException why) {
    end();
    listener.failed(why);
  }

  /** Ends it for a caller who needs it no more, and is told nothing. */
  void withdrawn() {
    end();
  }

  private void end() {
    isOver = true;
    over.run();
    permit.release();
  }
}
