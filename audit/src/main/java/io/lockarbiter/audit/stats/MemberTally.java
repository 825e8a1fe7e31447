package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.MemberRow;
import io.lockarbiter.audit.stats.StatsReport.Quantiles;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.ReleaseReason;
import org.jspecify.annotations.Nullable;

/** What somebody asked for and got. */
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
   * @param now end of the time that is looked at
   */
  void add(LockLife life, long now) {
    requests++;
    granted += life.grantedAt() == null ? 0 : 1;
    expired += isExpired(life) ? 1 : 0;
    live += life.end() == null ? 1 : 0;
    refused += isRefused(life) ? 1 : 0;
    if (hasWaited(life)) {
      waited++;
      inVain += life.grantedAt() == null && life.end() != null ? 1 : 0;
      waiting.add(life.waitedMs(now));
    }
    Long heldMs = life.heldMs(now);
    if (heldMs != null && life.end() != null) {
      holding.add(heldMs);
    }
  }

  static boolean isExpired(LockLife life) {
    LockEnd end = life.end();
    return end != null && end.reason().equals(ReleaseReason.EXPIRED.name());
  }

  /** Also where the event that told of the waiting lies before the history. */
  static boolean hasWaited(LockLife life) {
    Long until = life.grantedAt() == null ? life.endedAt() : life.grantedAt();
    return life.queuedAt() != null || until != null && until > life.requestedAt();
  }

  static boolean isRefused(LockLife life) {
    LockEnd end = life.end();
    return end != null && end.type() == EventType.REJECTED && !hasWaited(life);
  }

  long requests() {
    return requests;
  }

  long granted() {
    return granted;
  }

  long waited() {
    return waited;
  }

  long inVain() {
    return inVain;
  }

  long refused() {
    return refused;
  }

  long expired() {
    return expired;
  }

  long live() {
    return live;
  }

  Quantiles waiting() {
    return waiting.quantiles();
  }

  Quantiles holding() {
    return holding.quantiles();
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
        waiting(),
        holding());
  }
}
