package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.DeadClientRow;
import io.lockarbiter.contracts.lock.Owner;

/** Counts the leases that an owner let expire. */
final class DeadClientTally {
  private long expired;
  private long heldMs;
  private long lastAt;

  void add(LockLife life, long now) {
    Long held = life.heldMs(now);
    Long endedAt = life.endedAt();
    expired++;
    heldMs += held == null ? 0 : held;
    lastAt = endedAt == null ? lastAt : Math.max(lastAt, endedAt);
  }

  long expired() {
    return expired;
  }

  DeadClientRow row(String account, Owner owner) {
    return new DeadClientRow(account, owner.subAccount(), owner.session(), expired, heldMs, lastAt);
  }
}
