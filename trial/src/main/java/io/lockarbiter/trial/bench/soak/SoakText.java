package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.trial.bench.handover.CauseLine;
import io.lockarbiter.trial.bench.handover.Change;
import io.lockarbiter.embedded.judge.AnswerCount;
import io.lockarbiter.embedded.judge.Judgement;
import io.lockarbiter.embedded.judge.StateComparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run for people. */
final class SoakText {
  private static final String FAILED = ": FAILED";

  private SoakText() {}

  /** A change as it has been measured. */
  static String line(Duration since, Change change, int changes, int instances) {
    return "%02d:%02d  change %d of %d, %s; %d running"
        .formatted(
            since.toMinutes(),
            since.toSecondsPart(),
            change.round(),
            changes,
            change.text(),
            instances);
  }

  /** The table, and what was judged. */
  static List<String> lines(SoakReport report) {
    List<String> lines = new ArrayList<>(CauseLine.table(report.causes()));
    lines.add("");
    lines.add(
        "%,.0f s, %,d changes, seed %d%s"
            .formatted(
                report.seconds(),
                report.settings().changes(),
                report.settings().seed(),
                report.broken() == null ? "" : ", broke off, " + report.broken() + FAILED));
    lines.add(
        "files: %,d operations, %s"
            .formatted(
                report.operations(),
                report.damage().isEmpty()
                    ? "no damage"
                    : String.join("; ", report.damage()) + FAILED));
    lines.add("answers: " + answers(report.judgement(), report.seconds()));
    lines.add("audit: " + audit(report.judgement()));
    lines.add("state: " + state(report.judgement()));
    return lines;
  }

  private static String answers(Judgement judgement, double seconds) {
    AnswerCount count = judgement.answers();
    return "%,d commands, %,.0f/s; %,d answers, %,d missing, %,d repeated, %,d to no command%s"
        .formatted(
            count.commands(),
            count.commands() / seconds,
            count.answers(),
            count.missing(),
            count.repeated(),
            count.unasked(),
            count.isComplete() ? "" : FAILED);
  }

  private static String audit(Judgement judgement) {
    List<PartitionVerdict> verdicts = judgement.verdicts();
    return "%s, %,d answers judged, %,d pending, %,d violations%s"
        .formatted(
            judgement.verdict().name().toLowerCase(Locale.ROOT),
            verdicts.stream().mapToLong(PartitionVerdict::answers).sum(),
            verdicts.stream().mapToLong(PartitionVerdict::pending).sum(),
            verdicts.stream().mapToLong(PartitionVerdict::violationCount).sum(),
            judgement.isAuditClean() ? "" : FAILED + first(verdicts));
  }

  private static String first(List<PartitionVerdict> verdicts) {
    for (PartitionVerdict verdict : verdicts) {
      for (Violation violation : verdict.violations()) {
        return ", first lock.%s partition=%d offset=%d: expected %s, found %s"
            .formatted(
                violation.topic().name().toLowerCase(Locale.ROOT),
                violation.partition(),
                violation.offset(),
                violation.expected(),
                violation.found());
      }
      if (verdict.why() != null) {
        return ", partition=%d: %s".formatted(verdict.partition(), verdict.why());
      }
    }
    return "";
  }

  private static String state(Judgement judgement) {
    StateComparison difference = judgement.firstDifference();
    if (difference != null) {
      return "partition=%d offset=%d, %s%s"
          .formatted(
              difference.partition(),
              difference.offset(),
              String.join("; ", difference.differences()),
              FAILED);
    }
    return "Redis had what the history says in each of %,d looks, with %,d locks held and %,d requests waiting"
        .formatted(
            judgement.states().size(),
            judgement.states().stream().mapToInt(StateComparison::held).sum(),
            judgement.states().stream().mapToInt(StateComparison::waiting).sum());
  }
}
