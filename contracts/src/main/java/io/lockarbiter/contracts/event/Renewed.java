package io.lockarbiter.contracts.event;

import org.jspecify.annotations.Nullable;

/**
 * The lease was renewed; times are log time, epoch ms, as in {@link Granted}.
 *
 * @param cut what the settings cut
 * @param endsAt as in {@link Granted}
 * @param declined why the holder does not let go though it was asked to; null if it says nothing
 */
public record Renewed(
    EventHead head,
    LockFields subject,
    long token,
    long expiresAt,
    long grantedAt,
    long waitedMs,
    Cut cut,
    @Nullable Long endsAt,
    @Nullable String declined)
    implements Event {

  /** A renewal of which nothing is cut, of a lock without an attached end. */
  public Renewed(
      EventHead head,
      LockFields subject,
      long token,
      long expiresAt,
      long grantedAt,
      long waitedMs,
      @Nullable String declined) {
    this(
        head,
        subject,
        token,
        expiresAt,
        grantedAt,
        waitedMs,
        Cut.NONE,
        /* endsAt= */ null,
        declined);
  }

  @Override
  public EventType type() {
    return EventType.RENEWED;
  }
}
