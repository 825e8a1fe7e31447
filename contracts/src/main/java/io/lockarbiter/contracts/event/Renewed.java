package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * The lease was renewed; times are log time, epoch ms, as in {@link Granted}.
 *
 * @param declined why the holder does not let go though it was asked to; null if it says nothing
 */
public record Renewed(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long grantedAt,
    long waitedMs,
    @Nullable String declined)
    implements Event {

  @Override
  public EventType type() {
    return EventType.RENEWED;
  }
}
