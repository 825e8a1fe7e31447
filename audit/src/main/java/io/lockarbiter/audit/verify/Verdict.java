package io.lockarbiter.audit.verify;

/** What a verification comes to. */
public enum Verdict {
  /** Something was decided, and all of it rightly. */
  CLEAN,
  /** There is nothing to judge: no command of an account and no event. */
  IDLE,
  /** The history does not tell, or not all of it. */
  UNDECIDABLE,
  /** Something stands in the logs that must not, or is missing. */
  VIOLATION;

  /** The verdict on several partitions: the worst; where all are idle nothing can be told. */
  public static Verdict of(Iterable<PartitionVerdict> partitions) {
    Verdict worst = IDLE;
    for (PartitionVerdict partition : partitions) {
      Verdict verdict = partition.verdict();
      if (worst == IDLE || verdict != IDLE && verdict.compareTo(worst) > 0) {
        worst = verdict;
      }
    }
    return worst == IDLE ? UNDECIDABLE : worst;
  }
}
