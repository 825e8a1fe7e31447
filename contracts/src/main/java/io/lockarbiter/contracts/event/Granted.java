package io.lockarbiter.contracts.event;

/**
 * The lock is held.
 *
 * @param token fencing token: the {@code seq} of the first {@code granted} event of the lock
 * @param expiresAt end of the lease, log time, epoch ms
 * @param waitedMs from request to grant, ms of log time
 */
public record Granted(
    EventHead head, LockFields subject, long token, long expiresAt, long waitedMs, boolean repeated)
    implements Event {
  @Override
  public EventType type() {
    return EventType.GRANTED;
  }
}
