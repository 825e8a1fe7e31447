package io.lockarbiter.sandbox.bench.handover;

import io.lockarbiter.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class HandoverText {
  private HandoverText() {}

  /** One change as it has been measured. */
  static String line(Change change, int rounds) {
    List<Long> moved = change.stallsMs(true);
    List<Long> stayed = change.stallsMs(false);
    return "round %d of %d, %s: %s%d stayed, longest standstill %,d ms"
        .formatted(
            change.round(),
            rounds,
            change.cause(),
            moved.isEmpty()
                ? ""
                : "%d moved, longest standstill %,d ms; ".formatted(moved.size(), longest(moved)),
            stayed.size(),
            longest(stayed));
  }

  private static long longest(List<Long> stalls) {
    return stalls.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** The table and how it stands to the bars. */
  static List<String> lines(HandoverReport report) {
    TextTable table =
        new TextTable(
            "standstill of a partition, ms",
            "changes",
            "moved",
            "median",
            "worst",
            "stayed",
            "median",
            "worst");
    report.causes().forEach(line -> table.add(cells(line)));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    report.causes().stream()
        .filter(line -> !line.cause().isControl())
        .forEach(line -> lines.addAll(verdicts(line, report)));
    lines.add(
        "%,d commands, %,d answers, %,d refused%s"
            .formatted(
                report.commands(),
                report.answers(),
                report.refused(),
                report.isComplete() ? "" : ": FAILED, each command should have one answer"));
    return lines;
  }

  private static Object[] cells(HandoverReport.Line line) {
    boolean moved = line.moved() > 0;
    return new Object[] {
      line.cause(),
      (long) line.changes(),
      (long) line.moved(),
      moved ? Math.round(line.movedMedianMs()) : "",
      moved ? Math.round(line.movedWorstMs()) : "",
      (long) line.stayed(),
      Math.round(line.stayedMedianMs()),
      Math.round(line.stayedWorstMs())
    };
  }

  private static List<String> verdicts(HandoverReport.Line line, HandoverReport report) {
    String bar =
        line.cause() == Cause.KILL
            ? "worst at most %,d ms (session time-out %,d ms + %,d ms)"
                .formatted(
                    report.sessionTimeoutMs() + HandoverReport.KILLED_MS,
                    report.sessionTimeoutMs(),
                    HandoverReport.KILLED_MS)
            : "median at most %,d ms, worst at most %,d ms"
                .formatted(HandoverReport.MOVED_MEDIAN_MS, HandoverReport.MOVED_WORST_MS);
    return List.of(
        "%s, moved: %s: %s"
            .formatted(line.cause(), bar, word(line.keepsMoved(report.sessionTimeoutMs()))),
        "%s, stayed: no longer than without a change, %,.0f ms: %s"
            .formatted(
                line.cause(),
                report.controlWorstMs(),
                word(line.stayedWorstMs() <= report.controlWorstMs())));
  }

  private static String word(boolean kept) {
    return kept ? "kept" : "MISSED";
  }
}
