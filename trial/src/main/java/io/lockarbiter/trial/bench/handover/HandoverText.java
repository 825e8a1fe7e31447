package io.lockarbiter.trial.bench.handover;

import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class HandoverText {
  private HandoverText() {}

  /** One change as it has been measured. */
  static String line(Change change, int rounds) {
    return "round %d of %d, %s".formatted(change.round(), rounds, change.text());
  }

  /** The table and how it stands to the bars. */
  static List<String> lines(HandoverReport report) {
    List<String> lines = new ArrayList<>(CauseLine.table(report.causes()));
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

  private static List<String> verdicts(CauseLine line, HandoverReport report) {
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
        "%s, moved: %s: %s".formatted(line.cause(), bar, word(report.keepsMoved(line))),
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
