package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The traces of requests to yield on a held lock; times are log time, epoch ms.
 *
 * @param at when its holder was asked last
 * @param endsAt when it is released at the latest; null if no request said so
 * @param endsBy the sub-account whose request said so; null if none did
 */
public record Asked(long at, @Nullable Long endsAt, @Nullable String endsBy) {
  /**
   * The same after one more request.
   *
   * @param before what was left until then; null if nothing
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

  /** Says whether it still counts at that time. */
  boolean counts(long now) {
    return endsAt != null || now < at + Settings.YIELD_PAUSE_MS;
  }
}
