package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** A verdict in Prometheus' text format, for the textfile collector of its node_exporter. */
final class VerdictMetrics {
  private static final String PREFIX = "lockarbiter_audit_";
  private static final double MS_PER_SECOND = 1_000;

  /** The verdicts that an exit code tells; idle is undecidable there too. */
  private static final List<Verdict> TOLD =
      List.of(Verdict.CLEAN, Verdict.UNDECIDABLE, Verdict.VIOLATION);

  private final StringBuilder text = new StringBuilder();
  private final String topic;

  private VerdictMetrics(String topic) {
    this.topic = topic;
  }

  /**
   * The text.
   *
   * @param topic of the commands: the label that tells deployments apart
   */
  static String of(
      String topic,
      Verdict verdict,
      List<PartitionVerdict> partitions,
      Duration took,
      Instant end) {
    VerdictMetrics metrics = new VerdictMetrics(topic);
    metrics.verdict(verdict);
    metrics.gauge("partitions", "Partitions that were verified", partitions.size());
    metrics.sum("commands", "Commands that were read", partitions, PartitionVerdict::commands);
    metrics.sum("events", "Events that were read", partitions, PartitionVerdict::events);
    metrics.sum("answers", "Answers that were judged", partitions, PartitionVerdict::answers);
    metrics.sum("violations", "Violations", partitions, PartitionVerdict::violationCount);
    metrics.gauge("duration_seconds", "Duration of the audit", seconds(took.toMillis()));
    metrics.gauge(
        "end_timestamp_seconds", "Unix time when the audit ended", seconds(end.toEpochMilli()));
    return metrics.text.toString();
  }

  private static double seconds(long ms) {
    return ms / MS_PER_SECOND;
  }

  private void verdict(Verdict verdict) {
    head("verdict", "1 for the verdict and 0 for the others");
    for (Verdict each : TOLD) {
      text.append(
          "%sverdict{topic=\"%s\",verdict=\"%s\"} %d\n"
              .formatted(
                  PREFIX,
                  escaped(topic),
                  each.name().toLowerCase(Locale.ROOT),
                  each == verdict ? 1 : 0));
    }
  }

  private void sum(
      String name,
      String help,
      List<PartitionVerdict> partitions,
      ToLongFunction<PartitionVerdict> figure) {
    gauge(name, help, partitions.stream().mapToLong(figure).sum());
  }

  private void gauge(String name, String help, double value) {
    head(name, help);
    text.append(
        String.format(Locale.ROOT, "%s%s{topic=\"%s\"} %.3f\n", PREFIX, name, escaped(topic), value)
            .replace(".000", ""));
  }

  private void head(String name, String help) {
    text.append("# HELP %s%s %s.\n# TYPE %s%s gauge\n".formatted(PREFIX, name, help, PREFIX, name));
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
