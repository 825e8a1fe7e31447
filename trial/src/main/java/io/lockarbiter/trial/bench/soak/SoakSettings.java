package io.lockarbiter.trial.bench.soak;

import io.lockarbiter.trial.bench.handover.GroupSettings;
import java.time.Duration;

/**
 * What a run does.
 *
 * @param changes how often an instance joins or leaves
 * @param every from the beginning of a change to that of the next, if it is over by then
 * @param seed of who comes and who goes
 * @param accounts of each partition
 * @param members of each account
 * @param operationsPerSecond of all members, if they never wait
 */
record SoakSettings(
    GroupSettings group,
    int changes,
    Duration every,
    long seed,
    int accounts,
    int members,
    int operationsPerSecond) {

  /** The longest pause of a member, of which it takes half on average. */
  Duration longestPause() {
    long all = (long) group.partitions() * accounts * members;
    return Duration.ofMillis(Math.max(1, 2_000 * all / operationsPerSecond));
  }
}
