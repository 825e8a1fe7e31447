package io.lockarbiter.trial.bench.peers;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.peers.PeersReport.Cost;
import io.lockarbiter.trial.bench.peers.PeersReport.Latency;
import io.lockarbiter.trial.bench.peers.PeersReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
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
        "medians of %d run%s of %d s on %d cores, least and most in brackets; %d accounts on %d partitions, paths 5 deep, commands of %d bytes, events of %d"
            .formatted(
                report.runs(),
                report.runs() == 1 ? "" : "s",
                report.seconds(),
                report.cores(),
                report.accounts(),
                report.partitions(),
                report.commandBytes(),
                report.eventBytes()));
    lines.add("");
    TextTable levels =
        new TextTable("cycles/s in flight", "arbiter", "", "Redisson", "", "times", "bar");
    for (Level level : report.levels()) {
      levels.add(
          (long) level.inFlight(),
          count(level.arbiterCycles()),
          range(level.arbiterCycles(), 0),
          count(level.redissonCycles()),
          range(level.redissonCycles(), 0),
          "%.2f".formatted(level.ratio()),
          level.least() == 0
              ? ""
              : "at least %.1f: %s".formatted(level.least(), word(level.ratio() >= level.least())));
    }
    lines.addAll(levels.lines());
    lines.add("");
    TextTable echo = new TextTable("commands/s in flight", "arbiter", "", "echo", "", "times");
    echo.add(
        (long) report.echo().inFlight(),
        count(report.echo().arbiterCommands()),
        range(report.echo().arbiterCommands(), 0),
        count(report.echo().echoCommands()),
        range(report.echo().echoCommands(), 0),
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
        ms(latency.arbiterP50Ms()),
        range(latency.arbiterP50Ms(), 1),
        ms(latency.echoP50Ms()),
        range(latency.echoP50Ms(), 1),
        "%.2f".formatted(latency.p50Ratio()),
        most(latency.p50Ratio(), latency.p50Most()));
    table.add(
        "p99",
        ms(latency.arbiterP99Ms()),
        range(latency.arbiterP99Ms(), 1),
        ms(latency.echoP99Ms()),
        range(latency.echoP99Ms(), 1),
        "%.2f".formatted(latency.p99Ratio()),
        most(latency.p99Ratio(), latency.p99Most()));
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

  private static String ms(Series series) {
    return "%.1f".formatted(series.median());
  }

  private static String range(Series series, int digits) {
    return ("(%,." + digits + "f … %,." + digits + "f)").formatted(series.least(), series.most());
  }

  private static String most(double ratio, double most) {
    return "at most %.1f: %s".formatted(most, word(ratio <= most));
  }

  private static String word(boolean kept) {
    return kept ? "kept" : "MISSED";
  }
}
