package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * The holder of a lock is asked to let go of it; times are log time, epoch ms, as in {@link
 * Granted}.
 *
 * @param expiresAt no later than {@code endsAt}
 * @param by the sub-account that asks
 * @param bySession its session; null if it has none
 * @param comment the reason; null if none was given
 * @param graceMs as asked; null = the holder decides
 * @param endsAt the latest time at which the lock is released, set by this request or an earlier
 *     one; null if none set it
 */
public record YieldRequested(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long grantedAt,
    long waitedMs,
    String by,
    @Nullable String bySession,
    @Nullable String comment,
    @Nullable Long graceMs,
    @Nullable Long endsAt)
    implements Event {
  @Override
  public EventType type() {
    return EventType.YIELD_REQUESTED;
  }
}
