package io.lockarbiter.contracts.event;

/**
 * The lock is held.
 *
 * @param token fencing token: the {@code seq} of the first {@code granted} event of the lock
 * @param expiresAt end of the lease, log time, epoch ms
 * @param waitedMs from request to grant, ms of log time
 * @param cut what the settings cut
 */
public record Granted(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long waitedMs,
    Cut cut,
    boolean repeated)
    implements Event {

  /** A grant of which nothing is cut. */
  public Granted(
      EventHead head,
      LockFields subject,
      long token,
      long expiresAt,
      long waitedMs,
      boolean repeated) {
    this(head, subject, token, expiresAt, waitedMs, Cut.NONE, repeated);
  }

  @Override
  public EventType type() {
    return EventType.GRANTED;
  }
}
