package io.lockarbiter.trial.bench.gateway;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.gateway.GatewayReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
import io.lockarbiter.trial.bench.stage.SeriesText;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class GatewayText {
  private GatewayText() {}

  static List<String> lines(GatewayReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        SeriesText.head(
            report.runs(),
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
      String bar = SeriesText.most(level.p50MoreMs(), level.p50MostMs());
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
        SeriesText.ms(java),
        SeriesText.range(java, 1),
        SeriesText.ms(http),
        SeriesText.range(http, 1),
        "%.1f".formatted(more),
        bar);
  }
}
