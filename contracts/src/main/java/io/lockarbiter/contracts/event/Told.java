package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * A lock that may be held for long without a renewal is told again, so that it shows in recent
 * events; nothing changes. Times are log time, epoch ms, as in {@link Granted}.
 *
 * @param cutMaxHoldMs the longest time that the settings left a bound lock at its grant, ms of log
 *     time; null if they cut nothing, of any other lock, and once somebody attached an earlier end
 * @param endsAt as in {@link Granted}
 */
public record Told(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long grantedAt,
    long waitedMs,
    @Nullable Long cutMaxHoldMs,
    @Nullable Long endsAt)
    implements Event {
  /** A lock whose longest time is as it was asked for, and that has no attached end. */
  public Told(
      EventHead head,
      LockFields subject,
      long token,
      long expiresAt,
      long grantedAt,
      long waitedMs) {
    this(
        head,
        subject,
        token,
        expiresAt,
        grantedAt,
        waitedMs,
        /* cutMaxHoldMs= */ null,
        /* endsAt= */ null);
  }

  @Override
  public EventType type() {
    return EventType.TOLD;
  }
}
