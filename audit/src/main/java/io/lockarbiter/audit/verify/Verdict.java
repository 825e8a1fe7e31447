package io.lockarbiter.audit.verify;

/** The result of a verification. */
public enum Verdict {
  /** Something was decided, and all of it correctly. */
  CLEAN,
  /** There is nothing to judge: no command of an account and no event. */
  IDLE,
  /** The history is not sufficient, at least for a part. */
  UNDECIDABLE,
  /** A record is in the logs that must not be, or is missing. */
  VIOLATION;

  /** Returns the verdict on several partitions: the worst. If all are idle, it is undecidable. */
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
