package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * A lease and a longest time as the settings leave them, in ms of log time ({@code RULES.md}, Cut
 * by the settings).
 *
 * @param leaseMs null if the lease is as it was asked for
 * @param maxHoldMs null if the longest time is as it was asked for
 */
public record Cut(@Nullable Long leaseMs, @Nullable Long maxHoldMs) {
  /** Nothing is cut. */
  public static final Cut NONE = new Cut(null, null);

  /**
   * The cut of a grant or a renewal.
   *
   * @param leaseMs the lease asked for
   */
  public static Cut by(Settings settings, LockFields lock, long leaseMs) {
    boolean isKept = leaseMs > Settings.MAX_LEASE_MS;
    int lease = settings.get(isKept ? Setting.LONGEST_KEEP_MS : Setting.LONGEST_LEASE_MS);
    int hold = settings.get(Setting.LONGEST_HOLD_MS);
    long askedHold = lock.maxHoldMs() == 0 ? Long.MAX_VALUE : lock.maxHoldMs();
    return lease == 0 && hold == 0 ? NONE : new Cut(less(lease, leaseMs), less(hold, askedHold));
  }

  private static @Nullable Long less(int cap, long asked) {
    return cap == 0 || cap >= asked ? null : Long.valueOf(cap);
  }

  /** The end until which it leaves a lease; the greatest time if nothing is cut. */
  public long end(long at, long grantedAt) {
    return Math.min(end(at, leaseMs), end(grantedAt, maxHoldMs));
  }

  private static long end(long from, @Nullable Long ms) {
    return ms == null ? Long.MAX_VALUE : from + ms;
  }
}
