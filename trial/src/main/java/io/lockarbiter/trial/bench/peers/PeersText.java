package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.peers.PeersReport.Cost;
import io.lockarbiter.trial.bench.peers.PeersReport.Latency;
import io.lockarbiter.trial.bench.peers.PeersReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
import io.lockarbiter.trial.bench.stage.SeriesText;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class PeersText {
  private static final List<String> PROCESSES =
      List.of("arbiter", "echo", "broker", "redis", "client");

  private PeersText() {}

  static List<String> lines(PeersReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        SeriesText.head(
                report.runs(),
                report.seconds(),
                report.cores(),
                report.accounts(),
                report.partitions())
            + ", commands of %d bytes, events of %d"
                .formatted(report.commandBytes(), report.eventBytes()));
    lines.add("");
    TextTable levels =
        new TextTable("cycles/s in flight", "arbiter", "", "Redisson", "", "times", "bar");
    for (Level level : report.levels()) {
      levels.add(
          (long) level.inFlight(),
          count(level.arbiterCycles()),
          SeriesText.range(level.arbiterCycles(), 0),
          count(level.redissonCycles()),
          SeriesText.range(level.redissonCycles(), 0),
          "%.2f".formatted(level.ratio()),
          level.least() == 0
              ? ""
              : "at least %.1f: %s"
                  .formatted(level.least(), SeriesText.word(level.ratio() >= level.least())));
    }
    lines.addAll(levels.lines());
    lines.add("");
    TextTable echo = new TextTable("commands/s in flight", "arbiter", "", "echo", "", "times");
    echo.add(
        (long) report.echo().inFlight(),
        count(report.echo().arbiterCommands()),
        SeriesText.range(report.echo().arbiterCommands(), 0),
        count(report.echo().echoCommands()),
        SeriesText.range(report.echo().echoCommands(), 0),
        "%.2f".formatted(report.echo().ratio()));
    lines.addAll(echo.lines());
    lines.add("");
    lines.addAll(latency(report.latency()));
    lines.add("");
    lines.addAll(costs(report.costs()));
    return lines;
  }

  private static List<String> latency(Latency latency) {
    TextTable table =
        new TextTable(
            "ms at %d commands/s".formatted(latency.perSecond()),
            "arbiter",
            "",
            "echo",
            "",
            "times",
            "bar");
    table.add(
        "p50",
        SeriesText.ms(latency.arbiterP50Ms()),
        SeriesText.range(latency.arbiterP50Ms(), 1),
        SeriesText.ms(latency.echoP50Ms()),
        SeriesText.range(latency.echoP50Ms(), 1),
        "%.2f".formatted(latency.p50Ratio()),
        SeriesText.most(latency.p50Ratio(), latency.p50Most()));
    table.add(
        "p99",
        SeriesText.ms(latency.arbiterP99Ms()),
        SeriesText.range(latency.arbiterP99Ms(), 1),
        SeriesText.ms(latency.echoP99Ms()),
        SeriesText.range(latency.echoP99Ms(), 1),
        "%.2f".formatted(latency.p99Ratio()),
        SeriesText.most(latency.p99Ratio(), latency.p99Most()));
    return table.lines();
  }

  private static List<String> costs(List<Cost> costs) {
    TextTable table =
        new TextTable(
            "processor seconds per million commands",
            "in flight",
            "arbiter",
            "echo",
            "broker",
            "redis",
            "client",
            "all",
            "KB of heap a command");
    for (Cost cost : costs) {
      List<Object> cells = new ArrayList<>();
      cells.add(cost.side());
      cells.add((long) cost.inFlight());
      double all = 0;
      for (String process : PROCESSES) {
        double seconds = cost.secondsPerMillion().getOrDefault(process, 0.0);
        all += seconds;
        cells.add("%.1f".formatted(seconds));
      }
      cells.add("%.1f".formatted(all));
      double kilobytes = cost.kilobytesPerCommand();
      cells.add(kilobytes == 0 ? "" : "%.1f".formatted(kilobytes));
      table.add(cells.toArray());
    }
    return table.lines();
  }

  private static String count(Series series) {
    return "%,.0f".formatted(series.median());
  }
}
