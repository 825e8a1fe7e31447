package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.gateway.GatewayReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class GatewayText {
  private GatewayText() {}

  static List<String> lines(GatewayReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "medians of %d run%s of %d s on %d cores, least and most in brackets; %d accounts on %d partitions, paths 5 deep"
            .formatted(
                report.runs(),
                report.runs() == 1 ? "" : "s",
                report.seconds(),
                report.cores(),
                report.accounts(),
                report.partitions()));
    lines.add("");
    TextTable table =
        new TextTable(
            "ms of an acquire",
            "at a rate of",
            Side.JAVA.toString(),
            "",
            Side.HTTP.toString(),
            "",
            "more",
            "bar");
    for (Level level : report.levels()) {
      double most = level.p50MostMs();
      String bar =
          "at most %.1f: %s".formatted(most, level.p50MoreMs() <= most ? "kept" : "MISSED");
      add(table, "p50", level, level.javaP50Ms(), level.httpP50Ms(), level.p50MoreMs(), bar);
      add(table, "p99", level, level.javaP99Ms(), level.httpP99Ms(), level.p99MoreMs(), "");
    }
    lines.addAll(table.lines());
    return lines;
  }

  private static void add(
      TextTable table,
      String quantile,
      Level level,
      Series java,
      Series http,
      double more,
      String bar) {
    table.add(
        quantile,
        level.perSecond() + "/s",
        "%.1f".formatted(java.median()),
        range(java),
        "%.1f".formatted(http.median()),
        range(http),
        "%.1f".formatted(more),
        bar);
  }

  private static String range(Series series) {
    return "(%.1f … %.1f)".formatted(series.least(), series.most());
  }
}
