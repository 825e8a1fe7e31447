package io.lockarbiter.client;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The freeze because of which a request was refused. It may end before, or last longer: its holder
 * may release it, or renew it.
 *
 * @param by the owner of the freeze
 * @param until its end as it stood at the refusal, log time
 * @param note the reason, as its owner gave it, cut after 256 bytes; null if there is none
 */
public record Frozen(String lockId, Owner by, Instant until, @Nullable String note) {
  /** The one of several freezes that ends last; null if none is named. */
  static @Nullable Frozen lastOf(List<Blocker> freezes) {
    return freezes.stream().map(Frozen::of).max(Comparator.comparing(Frozen::until)).orElse(null);
  }

  static Frozen of(Blocker freeze) {
    Instant until = Instant.ofEpochMilli(Objects.requireNonNull(freeze.expiresAt()));
    return new Frozen(freeze.lockId(), freeze.owner(), until, freeze.note());
  }
}
