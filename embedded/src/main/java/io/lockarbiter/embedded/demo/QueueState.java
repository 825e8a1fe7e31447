package io.lockarbiter.embedded.demo;

import io.lockarbiter.embedded.measure.Latencies;

/**
 * The waiting requests, and the outcomes of waits.
 *
 * @param waiting requests that wait now
 * @param waits log time from request to grant, zero for those granted at once, and of waits that
 *     ended otherwise
 * @param longestMs the longest wait that ended, in any way, ms of log time
 * @param granted requests granted after a wait
 * @param timedOut waits that timed out
 * @param deadlocks requests refused because their wait would never have ended
 */
record QueueState(
    long waiting, Latencies waits, long longestMs, long granted, long timedOut, long deadlocks) {

  /** Returns the wait in ms that this share of all did not exceed. */
  double waitMs(double share) {
    return Math.min(waits.percentileMs(share), longestMs);
  }
}
