package io.lockarbiter.console.mirror;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Accounts that were too large when they were read, and are not read again for a while. Reading one
 * evicts others, so each time an account is too large again it is refused for twice as long.
 */
final class TooLarge {
  private static final long FIRST_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMinutes(10).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  private record Refusal(long since, long nanos) {
    boolean holds(long now) {
      return now - since < nanos;
    }

    static Refusal after(@Nullable Refusal before, long now) {
      return new Refusal(
          now, before == null ? FIRST_NANOS : Math.min(LONGEST_NANOS, 2 * before.nanos));
    }
  }

  /**
   * Begins without accounts.
   *
   * @param nanoTime this machine's monotonic clock
   */
  TooLarge(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean isRefused(String account) {
    Refusal refusal = refusals.get(account);
    return refusal != null && refusal.holds(nanoTime.getAsLong());
  }

  /** Refuses an account for a while; no effect if it is refused already. */
  void refuse(String account) {
    long now = nanoTime.getAsLong();
    refusals.compute(
        account,
        (name, before) ->
            before != null && before.holds(now) ? before : Refusal.after(before, now));
  }

  /** Forgets an account that was read and fits. */
  void forget(String account) {
    refusals.remove(account);
  }

  /** Forgets the accounts that nobody has asked for in a long time. */
  void forgetOld() {
    long now = nanoTime.getAsLong();
    refusals.values().removeIf(refusal -> now - refusal.since > 2 * LONGEST_NANOS);
  }
}
