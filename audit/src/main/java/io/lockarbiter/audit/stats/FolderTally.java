package io.lockarbiter.audit.stats;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.audit.stats.StatsReport.FolderRow;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/** Counts the requests for a folder. */
final class FolderTally {
  private long requests;
  private long waited;
  private long refused;
  private long waitedMs;

  void add(LockLife life, long now) {
    requests++;
    refused += life.isRefused() ? 1 : 0;
    if (life.hasWaited()) {
      waited++;
      waitedMs += life.waitedMs(now);
    }
  }

  long requests() {
    return requests;
  }

  FolderRow row(String account, String folder) {
    return new FolderRow(account, folder, requests, waited, refused, waitedMs);
  }

  /**
   * Returns the folders that a lock concerns, each once: those to which it adds, and those of its
   * entries.
   */
  static List<LockPath> folders(LockLife life) {
    return life.fields().targets().stream().map(FolderTally::folder).distinct().toList();
  }

  private static LockPath folder(Target target) {
    List<LockPath> above = target.path().ancestors();
    return target.mode() == Mode.ADD || above.isEmpty()
        ? target.path()
        : above.get(above.size() - 1);
  }
}
