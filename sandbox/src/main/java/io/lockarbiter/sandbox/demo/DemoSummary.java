package io.lockarbiter.sandbox.demo;

import io.lockarbiter.sandbox.measure.Latencies;
import java.util.ArrayList;
import java.util.List;

/** What a run showed, in words, and whether that is what it should show. */
final class DemoSummary {
  private final DemoState end;
  private final Latencies latencies;

  DemoSummary(DemoState end, Latencies latencies) {
    this.end = end;
    this.latencies = latencies;
  }

  /** Says whether the run showed what it should: with locks no damage, and both kinds of answer. */
  boolean isGood() {
    return !end.locked() || (end.checks().total() == 0 && end.granted() > 0 && end.rejected() > 0);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    if (end.locked()) {
      lines.add(
          "%,d commands answered in %d s; from command to event p50 %.1f ms, p99 %.1f ms"
              .formatted(
                  end.answers(),
                  end.seconds(),
                  latencies.percentileMs(0.5),
                  latencies.percentileMs(0.99)));
      lines.add(
          "%,d granted, %,d rejected %s, %,d still held"
              .formatted(end.granted(), end.rejected(), end.rejections(), end.held()));
      QueueState queue = end.queue();
      lines.add(
          "%,d granted after waiting, longest %.1f s; %,d timed out, %,d deadlocks, %,d waiting"
              .formatted(
                  queue.granted(),
                  queue.longestMs() / 1e3,
                  queue.timedOut(),
                  queue.deadlocks(),
                  queue.waiting()));
    }
    FileCounts files = end.files();
    lines.add(
        "%,d files uploaded, %,d downloaded; %,d folders deleted with %,d files, %,d moved"
            .formatted(
                files.written().sum(),
                files.downloaded().sum(),
                files.deletedFolders().sum(),
                files.deletedFiles().sum(),
                files.movedFolders().sum()));
    damage(lines);
    lines.add(verdict());
    return lines;
  }

  private void damage(List<String> lines) {
    for (Violation violation : Violation.values()) {
      long count = end.checks().count(violation);
      if (count > 0) {
        lines.add(
            "  %,d %s, such as %s"
                .formatted(count, violation.text(), end.checks().example(violation)));
      }
    }
  }

  private String verdict() {
    long damage = end.checks().total();
    if (!end.locked()) {
      return "Without the arbiter: %,d cases of damage in %d s.".formatted(damage, end.seconds());
    }
    if (damage > 0) {
      return "FAILED: %,d cases of damage although everybody asked first.".formatted(damage);
    }
    if (!isGood()) {
      return "FAILED: locks must be both granted and refused in a run; let it run longer.";
    }
    return "No damage: every file is where it should be and holds what was uploaded.";
  }
}
