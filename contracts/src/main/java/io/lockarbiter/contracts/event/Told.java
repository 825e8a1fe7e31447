package io.lockarbiter.contracts.event;

/**
 * A lock that is kept for long is told again, so that it shows in recent events; nothing changes.
 * Times are log time, epoch ms, as in {@link Granted}.
 */
public record Told(
    EventHead head, LockFields subject, long token, long expiresAt, long grantedAt, long waitedMs)
    implements Event {
  @Override
  public EventType type() {
    return EventType.TOLD;
  }
}
