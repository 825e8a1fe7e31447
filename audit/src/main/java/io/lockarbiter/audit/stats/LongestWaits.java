package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.WaitRow;
import io.lockarbiter.contracts.event.Blocker;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The requests that waited longest. */
final class LongestWaits {
  private final int most;
  private final PriorityQueue<WaitRow> rows =
      new PriorityQueue<>(Comparator.comparingLong(WaitRow::waitedMs));

  LongestWaits(int most) {
    this.most = most;
  }

  void add(LockLife life, long now) {
    long waitedMs = life.waitedMs(now);
    WaitRow shortest = rows.peek();
    if (rows.size() == most && shortest != null && shortest.waitedMs() >= waitedMs) {
      return;
    }
    rows.add(row(life, waitedMs));
    if (rows.size() > most) {
      rows.remove();
    }
  }

  private static WaitRow row(LockLife life, long waitedMs) {
    LockEnd end = life.end();
    Blocker first = life.blockedBy().isEmpty() ? null : life.blockedBy().get(0);
    return new WaitRow(
        life.account(),
        life.fields().owner().subAccount(),
        life.fields().operationWord(),
        life.fields().targets().get(0).path().toString(),
        life.requestedAt(),
        waitedMs,
        life.grantedAt() != null ? "GRANTED" : end == null ? "WAITING" : end.reason(),
        life.lockId(),
        first == null
            ? null
            : first.owner().subAccount() + " " + first.operationWord() + " " + first.path());
  }

  List<WaitRow> rows() {
    return rows.stream().sorted(Comparator.comparingLong(WaitRow::waitedMs).reversed()).toList();
  }
}
