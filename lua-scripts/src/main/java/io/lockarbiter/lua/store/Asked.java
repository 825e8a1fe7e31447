package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The traces of requests to yield on a held lock; times are log time, epoch ms.
 *
 * @param at the time at which its holder was asked last
 * @param endsAt the latest time at which it is released; null if no request set one
 * @param endsBy the sub-account whose request set that time; null if none did
 */
public record Asked(long at, @Nullable Long endsAt, @Nullable String endsBy) {
  /**
   * The traces after one more request.
   *
   * @param before the traces until then; null if there were none
   */
  static Asked after(@Nullable Asked before, YieldRequested asked) {
    Long endsAt = asked.endsAt();
    long at = asked.head().at();
    if (endsAt == null) {
      return new Asked(at, null, null);
    }
    boolean stays = before != null && endsAt.equals(before.endsAt);
    return new Asked(at, endsAt, before != null && stays ? before.endsBy : asked.by());
  }

  /** Says whether the last request, or the end that was set, still counts at that time. */
  boolean counts(long now) {
    return endsAt != null || now < at + Settings.YIELD_PAUSE_MS;
  }
}
