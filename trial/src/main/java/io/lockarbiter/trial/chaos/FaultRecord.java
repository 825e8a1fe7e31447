package io.lockarbiter.trial.chaos;

/**
 * A fault that happened.
 *
 * @param beginMs since the run began
 * @param endMs when it was mended
 * @param what was done, in words
 * @param silenceMs the longest time from its begin until some time after its end in which a
 *     partition told nothing; other faults of the round are in it too
 * @param moved how many partitions had more than one owner meanwhile
 * @param stayedMs the longest time in which one of the other partitions told nothing
 */
record FaultRecord(
    ChaosFault fault,
    long beginMs,
    long endMs,
    String what,
    long silenceMs,
    int moved,
    long stayedMs) {}
