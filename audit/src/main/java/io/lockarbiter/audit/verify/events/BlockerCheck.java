package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.replay.EventReport;
import io.lockarbiter.contracts.event.Blocker;
import java.util.List;

/** Checks that blockers are told as they are held or wait. */
final class BlockerCheck {
  private BlockerCheck() {}

  /** Checks those of a refused or waiting request, in an account whose locks are all known. */
  static void check(
      EventReport report, LiveSessions sessions, LiveAccount account, List<Blocker> blockers) {
    report.require(!blockers.isEmpty(), "what stands in the way", "blockedBy is empty");
    for (Blocker blocker : blockers) {
      LockLife there = account.find(blocker.lockId());
      boolean right =
          there != null
              && there.isHeld() != blocker.waiting()
              && there.fields().owner().equals(blocker.owner())
              && there.fields().operation() == blocker.operation()
              && isEndRight(sessions, blocker, there);
      report.require(right, () -> "blockedBy as it is held or waits", () -> "blockedBy " + blocker);
    }
  }

  private static boolean isEndRight(LiveSessions sessions, Blocker blocker, LockLife there) {
    return blocker.expiresAt() == null
        || blocker.expiresAt() == sessions.until(there)
        || !sessions.isEndKnown(there);
  }
}
