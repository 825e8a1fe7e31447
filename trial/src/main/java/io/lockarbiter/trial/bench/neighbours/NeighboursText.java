package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class NeighboursText {
  private NeighboursText() {}

  /** One line as it has been measured. */
  static String progress(NeighboursReport.Line line) {
    return "  %,d ms, %,d answers %s; pings waited at most %,d ms in the same partition, %,d ms in others"
        .formatted(
            line.durationMs(),
            line.events(),
            line.answers(),
            line.same().worstMs(),
            line.others().worstMs());
  }

  /** The table and whether all was answered. */
  static List<String> lines(NeighboursReport report) {
    TextTable table =
        new TextTable(
            "ms",
            "answers",
            "harm",
            "answers/s",
            "same partition, worst",
            "p99",
            "others, worst",
            "p99",
            "");
    add(table, report.quiet(), "");
    report.inputs().forEach(line -> add(table, line, line.isWithin() ? "within" : "over"));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(
        "%d cores, load average before %.1f; %,d pings, %,d answers, %,d refused%s"
            .formatted(
                report.cores(),
                report.loadAverage(),
                report.pings(),
                report.answers(),
                report.refused(),
                report.isComplete() ? "" : ": FAILED, each ping should have one answer"));
    return lines;
  }

  private static void add(TextTable table, NeighboursReport.Line line, String verdict) {
    table.add(
        line.input(),
        line.events(),
        line.durationMs(),
        line.eventsPerSecond(),
        line.same().worstMs(),
        line.same().p99Ms(),
        line.others().worstMs(),
        line.others().p99Ms(),
        verdict);
  }
}
