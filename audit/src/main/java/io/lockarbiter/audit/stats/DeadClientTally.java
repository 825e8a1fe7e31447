package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.DeadClientRow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts the leases that a sub-account let expire. */
final class DeadClientTally {
  private @Nullable String session;
  private long expired;
  private long heldMs;
  private long lastAt;

  void add(LockLife life, long now) {
    Long held = life.heldMs(now);
    Long endedAt = life.endedAt();
    String of = life.fields().owner().session();
    session = expired == 0 || Objects.equals(session, of) ? of : null;
    expired++;
    heldMs += held == null ? 0 : held;
    lastAt = endedAt == null ? lastAt : Math.max(lastAt, endedAt);
  }

  long expired() {
    return expired;
  }

  /** Names the session if all had one, for each acquire of a Java client has its own. */
  DeadClientRow row(String account, String subAccount) {
    return new DeadClientRow(account, subAccount, session, expired, heldMs, lastAt);
  }
}
