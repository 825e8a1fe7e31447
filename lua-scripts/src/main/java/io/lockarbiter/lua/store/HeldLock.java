package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A held lock; times are log time, epoch ms.
 *
 * @param replyTo the reply address of the acquire; null if none was given
 * @param expiresAt the end of its lease; of a bound lock its own end, whenever its session ends,
 *     {@link LockFields#NO_END} if it has none
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
   * The end that events tell beside {@code expiresAt}: that which a request to yield set for a
   * bound lock, whose session may end before; null if none did, and of any other lock.
   */
  public @Nullable Long toldEndsAt() {
    return asked == null || !fields.isBound() ? null : asked.endsAt();
  }

  /**
   * The first time after {@code now} at which something happens to it by itself: it ends, or is
   * told again (RULES.md, Told again).
   */
  public long dueAt(long now) {
    return fields.isToldAgain() ? Math.min(expiresAt, nextTelling(now)) : expiresAt;
  }

  /**
   * The own end of a bound lock from its grant on: that of its longest time.
   *
   * @param cutMaxHoldMs the longest time that the settings leave it, ms; null if they cut nothing
   */
  public static long ownEnd(LockFields fields, long grantedAt, @Nullable Long cutMaxHoldMs) {
    long asked = fields.maxHoldMs() == 0 ? Long.MAX_VALUE : fields.maxHoldMs();
    long longest = cutMaxHoldMs == null ? asked : Math.min(asked, cutMaxHoldMs);
    return longest == Long.MAX_VALUE ? LockFields.NO_END : grantedAt + longest;
  }

  /**
   * The longest time that the settings left a bound lock at its grant, ms; null if they cut
   * nothing, or a request to yield has set its end since.
   */
  public @Nullable Long cutMaxHoldMs() {
    long longest = expiresAt - grantedAt;
    boolean isOwn = fields.isBound() && expiresAt < Math.min(LockFields.NO_END, endsAt());
    return isOwn && (fields.maxHoldMs() == 0 || longest < fields.maxHoldMs()) ? longest : null;
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
    long endsAt = event.endsAt() == null ? Long.MAX_VALUE : event.endsAt();
    return with(
        fields.isBound() ? Math.min(expiresAt, endsAt) : event.expiresAt(),
        Asked.after(asked, event));
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
