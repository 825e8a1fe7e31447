package io.lockarbiter.embedded.judge;

import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.verify.PartitionVerdict;
import java.util.List;
import java.util.Locale;

/** A judgement as text: answers, audit and state, a line each. */
public final class JudgementText {
  /** End of a line that reports a failure. */
  public static final String FAILED = ": FAILED";

  private JudgementText() {}

  /** Returns the three lines. */
  public static List<String> lines(Judgement judgement) {
    return List.of(
        "answers: " + answers(judgement.answers()),
        "audit: " + audit(judgement),
        "state: " + state(judgement));
  }

  private static String answers(AnswerCount count) {
    return "%,d commands, %,d answers, %,d missing, %,d repeated, %,d to no command%s"
        .formatted(
            count.commands(),
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
