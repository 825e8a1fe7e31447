package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.YieldRequested;
import org.jspecify.annotations.Nullable;

/**
 * A lock as it is held now; times are log time, epoch ms.
 *
 * @param replyTo of the acquire; null if none was given
 * @param asked what requests to yield have left; null if nothing
 */
public record HeldLock(
    String account,
    LockFields fields,
    @Nullable String replyTo,
    long token,
    long grantedAt,
    long expiresAt,
    long waitedMs,
    @Nullable Asked asked) {

  /**
   * When it is released at the latest, as a request to yield said; the longest time if none did.
   */
  public long endsAt() {
    return asked == null || asked.endsAt() == null ? Long.MAX_VALUE : asked.endsAt();
  }

  /** The same with another end of its lease. */
  public HeldLock until(long newExpiresAt) {
    return with(newExpiresAt, asked);
  }

  /** The same after a request to yield it. */
  public HeldLock after(YieldRequested event) {
    return with(event.expiresAt(), Asked.after(asked, event));
  }

  /** The same without what does not count at that time any more. */
  public HeldLock asOf(long now) {
    return asked == null || asked.counts(now) ? this : with(expiresAt, null);
  }

  private HeldLock with(long newExpiresAt, @Nullable Asked newAsked) {
    return new HeldLock(
        account, fields, replyTo, token, grantedAt, newExpiresAt, waitedMs, newAsked);
  }
}
