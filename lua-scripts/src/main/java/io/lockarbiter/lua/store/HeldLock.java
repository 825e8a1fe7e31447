package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A held lock; times are log time, epoch ms.
 *
 * @param replyTo the reply address of the acquire; null if none was given
 * @param asked the traces of requests to yield; null if there are none
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
   * The latest time at which it is released, as a request to yield set it; the greatest time if
   * none did.
   */
  public long endsAt() {
    return asked == null || asked.endsAt() == null ? Long.MAX_VALUE : asked.endsAt();
  }

  /**
   * The first time after {@code now} at which something happens to it by itself: it ends, or is
   * told again (RULES.md, Told again).
   */
  public long dueAt(long now) {
    return fields.isKept() ? Math.min(expiresAt, nextTelling(now)) : expiresAt;
  }

  private long nextTelling(long now) {
    long passed = Math.max(1, (now - grantedAt) / Settings.TELL_MS);
    long telling = telling(passed);
    return telling > now ? telling : telling(passed + 1);
  }

  private long telling(long times) {
    long time = grantedAt + times * Settings.TELL_MS;
    return (time + Settings.TELL_STEP_MS - 1) / Settings.TELL_STEP_MS * Settings.TELL_STEP_MS;
  }

  /** This lock with another end of its lease. */
  public HeldLock until(long newExpiresAt) {
    return with(newExpiresAt, asked);
  }

  /** This lock after a request to yield it. */
  public HeldLock after(YieldRequested event) {
    return with(event.expiresAt(), Asked.after(asked, event));
  }

  /** This lock without traces of requests that no longer count at that time. */
  public HeldLock asOf(long now) {
    return asked == null || asked.counts(now) ? this : with(expiresAt, null);
  }

  private HeldLock with(long newExpiresAt, @Nullable Asked newAsked) {
    return new HeldLock(
        account, fields, replyTo, token, grantedAt, newExpiresAt, waitedMs, newAsked);
  }
}
