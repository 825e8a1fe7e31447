package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.trial.bench.scale.ScaleReport.Measured;
import io.lockarbiter.trial.bench.scale.ScaleReport.Share;
import java.util.ArrayList;
import java.util.List;

/** A report for people. */
final class ScaleText {
  private ScaleText() {}

  static List<String> lines(ScaleReport report) {
    List<String> lines = new ArrayList<>();
    TextTable costs = new TextTable("processor s per million commands", "process", "seconds");
    TextTable shares = new TextTable("share", "process", "partitions", "commands", "%");
    for (Measured measured : report.layouts()) {
      String layout = measured.layout().toString();
      measured
          .secondsPerMillion()
          .forEach((process, seconds) -> costs.add(layout, process, "%.1f".formatted(seconds)));
      double all = measured.secondsPerMillion().values().stream().mapToDouble(s -> s).sum();
      costs.add(layout, "all", "%.1f".formatted(all));
      for (Share share : measured.shares()) {
        shares.add(
            layout,
            share.process(),
            (long) share.partitions(),
            share.commands(),
            "%.1f".formatted(100 * share.share()));
      }
    }
    lines.addAll(costs.lines());
    lines.add("");
    lines.addAll(shares.lines());
    lines.add("");
    Measured first = report.layouts().get(0);
    lines.add(
        "on the broker's disk: %.0f bytes a command, %.0f its events"
            .formatted(first.commandBytes(), first.eventBytes()));
    lines.add(
        "slots cut into equal ranges would give the masters partitions: " + report.equalSlots());
    return lines;
  }
}
