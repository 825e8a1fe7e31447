package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.judge.JudgementText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report of a run as text: the faults in order, the throughput, and the judgement. */
final class ChaosText {
  private static final int BAR = 40;
  private static final int SECONDS_A_LINE = 5;

  private ChaosText() {}

  static String line(FaultRecord fault) {
    return "%4d s  %-18s %s; silent for %,d ms at most; %d moved, the others silent for %,d"
        .formatted(
            fault.beginMs() / 1_000,
            fault.fault(),
            fault.what(),
            fault.silenceMs(),
            fault.moved(),
            fault.stayedMs());
  }

  static List<String> lines(ChaosReport report, boolean isLong) {
    List<String> lines = new ArrayList<>();
    lines.addAll(timeline(report));
    lines.add("");
    lines.addAll(stalls(report));
    lines.add("");
    lines.add(
        "seed %d, %.0f s, %,d faults, %,d repairs; events: %s"
            .formatted(
                report.seed(),
                report.seconds(),
                report.faults().size(),
                report.repairs().size(),
                kinds(report.kinds())));
    ChaosReport.Files files = report.files();
    if (files != null) {
      lines.add(
          "files: %,d operations, %s"
              .formatted(
                  files.operations(),
                  files.isWhole() ? "no damage" : files.damage() + JudgementText.FAILED));
    }
    lines.addAll(verdict(report));
    report.missing(isLong).forEach(each -> lines.add("too quiet a run: " + each));
    if (report.broken() != null) {
      lines.add("broke off: " + report.broken());
    }
    return lines;
  }

  private static String kinds(Map<String, Long> kinds) {
    List<String> all = new ArrayList<>();
    new TreeMap<>(kinds).forEach((kind, count) -> all.add("%s %,d".formatted(kind, count)));
    return String.join(", ", all);
  }

  /** Draws a bar for every few seconds, with the faults that began in them. */
  private static List<String> timeline(ChaosReport report) {
    List<String> lines = new ArrayList<>();
    long most = 1;
    for (int at = 0; at < report.perSecond().size(); at += SECONDS_A_LINE) {
      most = Math.max(most, sum(report, at));
    }
    for (int at = 0; at < report.perSecond().size(); at += SECONDS_A_LINE) {
      int from = at;
      long count = sum(report, at);
      List<String> began =
          report.faults().stream()
              .filter(each -> each.beginMs() / 1_000 / SECONDS_A_LINE == from / SECONDS_A_LINE)
              .map(each -> each.fault() + " (" + each.what() + ")")
              .toList();
      lines.add(
          "%5d s %,7d/s %-40s %s"
              .formatted(
                  at,
                  count / SECONDS_A_LINE,
                  "#".repeat((int) (count * BAR / most)),
                  String.join(", ", began))
              .stripTrailing());
    }
    return lines;
  }

  private static long sum(ChaosReport report, int at) {
    return report
        .perSecond()
        .subList(at, Math.min(report.perSecond().size(), at + SECONDS_A_LINE))
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private static List<String> stalls(ChaosReport report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-18s %5s %14s %10s %14s"
            .formatted("fault", "times", "silent median", "longest, ms", "not moved, ms"));
    for (ChaosFault fault : ChaosFault.values()) {
      List<Long> silences =
          report.faults().stream()
              .filter(each -> each.fault() == fault)
              .map(FaultRecord::silenceMs)
              .sorted()
              .toList();
      if (!silences.isEmpty()) {
        lines.add(
            "%-18s %5d %,14d %,10d %,14d"
                .formatted(
                    fault,
                    silences.size(),
                    silences.get((silences.size() - 1) / 2),
                    silences.get(silences.size() - 1),
                    report.faults().stream()
                        .filter(each -> each.fault() == fault)
                        .mapToLong(FaultRecord::stayedMs)
                        .max()
                        .orElse(0)));
      }
    }
    return lines;
  }

  private static List<String> verdict(ChaosReport report) {
    Judgement judgement = report.judgement();
    if (judgement == null) {
      return List.of("not judged");
    }
    return JudgementText.lines(judgement);
  }
}
