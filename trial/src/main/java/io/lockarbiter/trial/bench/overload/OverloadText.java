package io.lockarbiter.trial.bench.overload;

import io.lockarbiter.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class OverloadText {
  private OverloadText() {}

  static List<String> lines(OverloadReport report) {
    TextTable table =
        new TextTable(
            "one account",
            "sustained/s",
            "p99 ms",
            "sent/s",
            "p99 ms then",
            "backlog",
            "needs s",
            "took s",
            "p99 ms after",
            "MB before",
            "most",
            "end",
            "");
    for (OverloadReport.Line line : report.lines()) {
      table.add(
          line.hotPercent() + " %",
          line.sustained(),
          Math.round(line.normal().p99Ms()),
          line.sentPerSecond(),
          Math.round(line.overload().p99Ms()),
          line.backlog(),
          "%.1f".formatted(line.neededSeconds()),
          "%.1f".formatted(line.tookSeconds()),
          Math.round(line.afterwards().p99Ms()),
          line.residentMb().get(0),
          line.residentMb().get(1),
          line.residentMb().get(2),
          line.isWithin() ? "within" : "over");
    }
    List<String> lines = new ArrayList<>(table.lines());
    for (OverloadReport.Line line : report.lines()) {
      lines.add(
          "%d %% of one account: %,d commands, %,d answered, %,d twice, %,d refused%s"
              .formatted(
                  line.hotPercent(),
                  line.sent(),
                  line.answered(),
                  line.twice(),
                  line.refused(),
                  line.isComplete() ? "" : ": FAILED, each command should have one answer"));
    }
    lines.add(
        "%d cores, load average before %.1f; %,d accounts, %d partitions"
            .formatted(
                report.cores(),
                report.loadAverage(),
                report.settings().accounts(),
                report.settings().partitions()));
    return lines;
  }
}
