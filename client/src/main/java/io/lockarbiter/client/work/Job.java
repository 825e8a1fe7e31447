package io.lockarbiter.client.work;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockDetails;
import io.lockarbiter.client.Traceparent;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.event.LockFields;
import org.jspecify.annotations.Nullable;

/** A granted lock as work to be done. */
public final class Job {
  private final Lease lease;
  private final int attempt;

  /** A job as a worker makes it; for tests of handlers. */
  public Job(Lease lease, int attempt) {
    this.lease = lease;
    this.attempt = attempt;
  }

  /** The lease of this run; a renewal confirmed it before the handler was called. */
  public Lease lease() {
    return lease;
  }

  /**
   * The number of the attempt: 1 at the first call of the handler, 2 at the second under the same
   * lease, and so on; from 1 again when the job is handed out again.
   */
  public int attempt() {
    return attempt;
  }

  /** The lock, with the attributes of the request. */
  public LockDetails lock() {
    return lease.lock();
  }

  /** The account whose tree is locked. */
  public String account() {
    return lease.account();
  }

  /** The lock's id. */
  public String lockId() {
    return lease.lockId();
  }

  /** An attribute of the request; null if it has none with that name. */
  public @Nullable String attribute(String name) {
    return lock().attributes().get(name);
  }

  /** The trace in which the lock was asked for; null if there is none, or no valid one. */
  public @Nullable String traceparent() {
    String traceparent = attribute(LockFields.TRACEPARENT);
    return Traceparent.isValid(traceparent) ? traceparent : null;
  }

  /**
   * The action to show the storage's guard before each write: everything that the lock covers, with
   * token and run. A handler's first action makes all earlier runs late; the one marked {@link
   * FencingAction#asLast} keeps later runs from doing finished work again.
   */
  public FencingAction fencing() {
    return FencingAction.of(lease);
  }

  @Override
  public String toString() {
    return "job attempt=%d %s".formatted(attempt, lease);
  }
}
