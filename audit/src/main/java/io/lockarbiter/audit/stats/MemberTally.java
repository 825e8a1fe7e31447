package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.MemberRow;
import org.jspecify.annotations.Nullable;

/** Counts the requests of an account or a sub-account, and their outcomes. */
final class MemberTally {
  private final DurationHistogram waiting = new DurationHistogram();
  private final DurationHistogram holding = new DurationHistogram();
  private long requests;
  private long granted;
  private long waited;
  private long inVain;
  private long refused;
  private long expired;
  private long live;

  /**
   * Counts a life.
   *
   * @param now end of the examined time
   */
  void add(LockLife life, long now) {
    requests++;
    granted += life.grantedAt() == null ? 0 : 1;
    expired += life.isExpired() ? 1 : 0;
    live += life.end() == null ? 1 : 0;
    refused += life.isRefused() ? 1 : 0;
    if (life.hasWaited()) {
      waited++;
      inVain += life.grantedAt() == null && life.end() != null ? 1 : 0;
      waiting.add(life.waitedMs(now));
    }
    Long heldMs = life.heldMs(now);
    if (heldMs != null && life.end() != null) {
      holding.add(heldMs);
    }
  }

  long requests() {
    return requests;
  }

  long live() {
    return live;
  }

  MemberRow row(String account, @Nullable String subAccount) {
    return new MemberRow(
        account,
        subAccount,
        requests,
        granted,
        waited,
        inVain,
        refused,
        expired,
        waiting.quantiles(),
        holding.quantiles());
  }
}
