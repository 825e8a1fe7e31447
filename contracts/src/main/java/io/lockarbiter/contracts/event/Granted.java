package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * The lock is held.
 *
 * @param token fencing token: the {@code seq} of the first {@code granted} event of the lock
 * @param expiresAt end of the lease, log time, epoch ms
 * @param waitedMs from request to grant, ms of log time
 * @param cut what the settings cut
 * @param endsAt the end that a request to yield attached to a bound lock, log time, epoch ms; null
 *     if none did, and of any other lock, whose {@code expiresAt} lies no later
 */
public record Granted(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long waitedMs,
    Cut cut,
    @Nullable Long endsAt,
    boolean repeated)
    implements Event {

  /** A grant of which nothing is cut, of a lock without an attached end. */
  public Granted(
      EventHead head,
      LockFields subject,
      long token,
      long expiresAt,
      long waitedMs,
      boolean repeated) {
    this(head, subject, token, expiresAt, waitedMs, Cut.NONE, /* endsAt= */ null, repeated);
  }

  @Override
  public EventType type() {
    return EventType.GRANTED;
  }
}
