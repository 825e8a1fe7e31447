package io.lockarbiter.embedded.judge;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.PartitionVerdict;
import io.lockarbiter.audit.verify.Verdict;
import io.lockarbiter.audit.verify.Verification;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.lua.store.PartitionState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the topics and Redis say of a run, each in its own way.
 *
 * @param answers counted over all partitions
 * @param verdict of the audit over all partitions
 * @param verdicts one per partition
 * @param states what Redis had, beside what the history says
 */
public record Judgement(
    AnswerCount answers,
    Verdict verdict,
    List<PartitionVerdict> verdicts,
    List<StateComparison> states) {

  /**
   * Reads all partitions, several times.
   *
   * @param looks what Redis had of each partition at several moments, all of them before now
   */
  public static Judgement of(HistorySource source, List<List<PartitionState>> looks) {
    AnswerCount answers = AnswerCount.NONE;
    List<PartitionVerdict> verdicts = new ArrayList<>();
    List<StateComparison> states = new ArrayList<>();
    for (int partition : source.partitions()) {
      try (PartitionHistory history = source.open(partition)) {
        answers = answers.plus(AnswerCount.of(history));
      }
      try (PartitionHistory history = source.open(partition)) {
        verdicts.add(Verification.of(history, Scope.ALL, EnumSet.allOf(Check.class), step -> {}));
      }
      for (List<PartitionState> look : looks) {
        try (PartitionHistory history = source.open(partition)) {
          states.add(StateComparison.of(history, look.get(partition)));
        }
      }
    }
    return new Judgement(answers, Verdict.of(verdicts), verdicts, states);
  }

  /** Says whether nothing is lost, nothing is told twice, and all is decided by the rules. */
  public boolean isClean() {
    return answers.isComplete() && isAuditClean() && firstDifference() == null;
  }

  /** Says whether every command was judged, and rightly decided. */
  public boolean isAuditClean() {
    return verdict == Verdict.CLEAN && verdicts.stream().allMatch(each -> each.pending() == 0);
  }

  /** The first state that is not what the history says; null if there is none. */
  public @Nullable StateComparison firstDifference() {
    return states.stream().filter(each -> !each.differences().isEmpty()).findFirst().orElse(null);
  }
}
