package io.lockarbiter.trial.chaos;

/**
 * A fault that happened.
 *
 * @param beginMs since the run began
 * @param endMs when it was mended
 * @param what was done, in words
 * @param silenceMs the longest time from its begin until some time after its end in which a
 *     partition told nothing; other faults of the round are in it too
 */
record FaultRecord(ChaosFault fault, long beginMs, long endMs, String what, long silenceMs) {}
