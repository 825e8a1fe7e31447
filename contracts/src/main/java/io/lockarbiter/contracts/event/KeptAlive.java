package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A session is kept alive, and with it all locks that are bound to it; times are log time, epoch
 * ms.
 *
 * @param owner its session is not null
 * @param leaseMs as it was asked for, ms of log time
 * @param beganAt the time since which the session has been alive without a gap
 * @param expiresAt the first moment in which the session is no longer alive, unless it is kept
 *     alive again
 * @param cutLeaseMs the lease as the settings leave it; null if it is as it was asked for
 */
public record KeptAlive(
    EventHead head,
    Owner owner,
    long leaseMs,
    long beganAt,
    long expiresAt,
    @Nullable Long cutLeaseMs)
    implements Event {
  @Override
  public EventType type() {
    return EventType.KEPT_ALIVE;
  }

  /** It is about no single lock. */
  @Override
  public @Nullable Subject subject() {
    return null;
  }
}
