package io.lockarbiter.sandbox.demo;

/**
 * What waits, and what became of what waited.
 *
 * @param waiting requests that wait now
 * @param longestMs the longest wait that ended, in whatever way, ms of log time
 * @param granted requests granted after a wait
 * @param timedOut waits that ran out
 * @param deadlocks requests refused because their wait would never have ended
 */
record QueueState(long waiting, long longestMs, long granted, long timedOut, long deadlocks) {}
