package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.contracts.schema.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Verdicts as text for people. */
final class VerdictText {
  private VerdictText() {}

  static void print(Output out, HistorySource source, PartitionVerdict verdict) {
    out.format(
        "partition %d: %s; %,d commands, %,d events, %,d answers judged%s",
        verdict.partition(),
        word(verdict.verdict()),
        verdict.commands(),
        verdict.events(),
        verdict.answers(),
        verdict.pending() == 0 ? "" : ", %,d pending".formatted(verdict.pending()));
    if (verdict.why() != null) {
      out.line("  " + verdict.why());
    }
    verdict.violations().forEach(violation -> print(out, source, violation));
    long more = verdict.violationCount() - verdict.violations().size();
    if (more > 0) {
      out.format("  … and %,d more; what follows the first is often its consequence", more);
    }
    out.flush();
  }

  private static void print(Output out, HistorySource source, Violation violation) {
    out.format(
        "  %s partition=%d offset=%d%s at=%s",
        violation.topic() == Topic.EVENTS ? source.eventsTopic() : source.commandsTopic(),
        violation.partition(),
        violation.offset(),
        violation.account() == null ? "" : " account=" + violation.account(),
        Instant.ofEpochMilli(violation.at()));
    out.line("    expected " + violation.expected());
    out.line("    found    " + violation.found());
  }

  static void printSum(Output out, Verdict verdict, List<PartitionVerdict> partitions) {
    long answers = partitions.stream().mapToLong(PartitionVerdict::answers).sum();
    long pending = partitions.stream().mapToLong(PartitionVerdict::pending).sum();
    long violations = partitions.stream().mapToLong(PartitionVerdict::violationCount).sum();
    out.format(
        "%s: %,d answers judged in %d partitions, %,d violations%s",
        word(verdict),
        answers,
        partitions.size(),
        violations,
        pending == 0
            ? ""
            : ", %,d commands after the last published event left out".formatted(pending));
    out.flush();
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}
