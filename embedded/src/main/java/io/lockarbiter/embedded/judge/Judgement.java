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
 * The judgement of a run, from the topics and from Redis separately.
 *
 * @param answers counted over all partitions
 * @param verdict of the audit over all partitions
 * @param verdicts one per partition
 * @param states comparisons of Redis with the history
 */
public record Judgement(
    AnswerCount answers,
    Verdict verdict,
    List<PartitionVerdict> verdicts,
    List<StateComparison> states) {

  /**
   * Reads all partitions, several times.
   *
   * @param looks states of each partition in Redis at several moments, all of them before now
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

  /** Says whether no answer is lost or repeated, and everything is decided by the rules. */
  public boolean isClean() {
    return answers.isComplete() && isAuditClean() && firstDifference() == null;
  }

  /** Says whether every command was judged, and decided correctly. */
  public boolean isAuditClean() {
    return verdict == Verdict.CLEAN && verdicts.stream().allMatch(each -> each.pending() == 0);
  }

  /** Returns the first state that contradicts the history; null if there is none. */
  public @Nullable StateComparison firstDifference() {
    return states.stream().filter(each -> !each.differences().isEmpty()).findFirst().orElse(null);
  }
}
