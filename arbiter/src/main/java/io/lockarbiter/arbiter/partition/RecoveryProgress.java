package io.lockarbiter.arbiter.partition;

/**
 * The progress of a recovery.
 *
 * @param why the lost part, for an operator
 * @param source the log from which it comes, without the deployment's prefix
 * @param from the first offset of the log that is needed
 * @param next the first offset not yet applied
 * @param to the end of the offsets that are needed
 */
public record RecoveryProgress(String why, String source, long from, long next, long to) {
  /** Offsets still missing. */
  public long remaining() {
    return Math.max(0, to - next);
  }
}
