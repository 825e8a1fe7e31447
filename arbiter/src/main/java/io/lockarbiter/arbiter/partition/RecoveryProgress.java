package io.lockarbiter.arbiter.partition;

/**
 * How far a state is that is being brought back, in offsets of {@code lock.commands}.
 *
 * @param why what was lost, for an operator
 * @param from first record that was missing
 * @param next first record that is still missing
 * @param to end of those that are missing
 */
public record RecoveryProgress(String why, long from, long next, long to) {
  /** Offsets still missing. */
  public long remaining() {
    return Math.max(0, to - next);
  }
}
