package io.lockarbiter.embedded.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a run in words, and whether it is as expected. The lines have the same names for
 * all kinds of run, so that results can be compared side by side.
 */
final class DemoSummary {
  private static final String ROW = "  %-11s %s";

  private final DemoState end;

  DemoSummary(DemoState end) {
    this.end = end;
  }

  /**
   * Says whether the result is as expected: with the arbiter no damage, locks granted, and some
   * requests refused or, with {@code --serial}, made to wait.
   */
  boolean isGood() {
    return !end.asks()
        || (end.checks().total() == 0 && end.granted() > 0 && showsLocks() && showsLosses());
  }

  /** If Redis was to lose data, it did, and no token fell. */
  private boolean showsLosses() {
    LossState losses = end.losses();
    return losses == null || (losses.latest() != null && losses.fallenTokens() == 0);
  }

  private boolean showsLocks() {
    return end.locking() == Locking.SERIAL ? end.queue().granted() > 0 : end.rejected() > 0;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%s for %d s, %s".formatted(Demo.cast(), end.elapsed().toSeconds(), end.locking().text()));
    FileCounts files = end.files();
    lines.add(
        ROW.formatted(
            "operations", "%,.1f/s, %,d done".formatted(end.operationsPerSecond(), files.done())));
    lines.add(
        ROW.formatted(
            "",
            "%,d uploads, %,d downloads, %,d deletions, %,d moves"
                .formatted(
                    files.written().sum(),
                    files.downloaded().sum(),
                    files.deletedFolders().sum(),
                    files.movedFolders().sum())));
    if (end.asks()) {
      lines.add(
          ROW.formatted(
              "made way",
              "%,d uploads let go for a deletion, and went on elsewhere"
                  .formatted(files.paused().sum())));
    }
    waits(lines);
    if (end.losses() != null) {
      lines.add(ROW.formatted("Redis lost", end.losses().all()));
    }
    lines.add(ROW.formatted("damage", "%,d".formatted(end.checks().total())));
    damage(lines);
    lines.add(verdict());
    return lines;
  }

  private void waits(List<String> lines) {
    if (!end.asks()) {
      lines.add(ROW.formatted("waiting", "p50 0.00 s, p99 0.00 s: nobody asks"));
      return;
    }
    QueueState queue = end.queue();
    lines.add(
        ROW.formatted(
            "waiting",
            "p50 %,.2f s, p99 %,.2f s, longest %,.2f s; %,d timed out"
                .formatted(
                    queue.waitMs(0.5) / 1e3,
                    queue.waitMs(0.99) / 1e3,
                    queue.longestMs() / 1e3,
                    queue.timedOut())));
    lines.add(
        ROW.formatted(
            "locks",
            "%,d granted, %,d after waiting; %,d still held, %,d waiting"
                .formatted(end.granted(), queue.granted(), end.held(), queue.waiting())));
    lines.add(ROW.formatted("rejected", "%,d %s".formatted(end.rejected(), end.rejections())));
    lines.add(
        ROW.formatted(
            "answers",
            "%,d; from command to event p50 %.1f ms, p99 %.1f ms"
                .formatted(
                    end.answers().total(),
                    end.answers().percentileMs(0.5),
                    end.answers().percentileMs(0.99))));
  }

  private void damage(List<String> lines) {
    end.checks().lines().forEach(line -> lines.add(ROW.formatted("", line)));
  }

  private String verdict() {
    long damage = end.checks().total();
    if (!end.asks()) {
      return "Without the arbiter: %,d cases of damage in %d s."
          .formatted(damage, end.elapsed().toSeconds());
    }
    if (damage > 0) {
      return "FAILED: %,d cases of damage although everybody asked first.".formatted(damage);
    }
    LossState losses = end.losses();
    if (losses != null && losses.fallenTokens() > 0) {
      return "FAILED: %,d tokens were not above the one before.".formatted(losses.fallenTokens());
    }
    if (losses != null && losses.latest() == null) {
      return "FAILED: Redis lost nothing in so short a run; let it run longer.";
    }
    if (!isGood()) {
      return "FAILED: locks must be both granted and %s in a run; let it run longer."
          .formatted(end.locking() == Locking.SERIAL ? "waited for" : "refused");
    }
    return "No damage: every file is where it should be and holds what was uploaded.";
  }
}
