package io.lockarbiter.arbiter.partition;

/**
 * How far a state is that is being brought back.
 *
 * @param why what was lost, for an operator
 * @param source the log from which it comes, without the deployment's prefix
 * @param from first offset of the log that is needed
 * @param next first offset that was not yet worked off
 * @param to end of those that are needed
 */
public record RecoveryProgress(String why, String source, long from, long next, long to) {
  /** Offsets still missing. */
  public long remaining() {
    return Math.max(0, to - next);
  }
}
