package io.lockarbiter.trial.chaos;

/**
 * A fault of a run.
 *
 * @param beginMs since the run began
 * @param endMs when it was repaired
 * @param what description of what was done
 * @param silenceMs the longest time in which a partition published nothing, from the fault's
 *     beginning until some time after its end; other faults of the round contribute to it
 * @param moved how many partitions had more than one owner meanwhile
 * @param stayedMs the longest time in which one of the other partitions published nothing
 */
record FaultRecord(
    ChaosFault fault,
    long beginMs,
    long endMs,
    String what,
    long silenceMs,
    int moved,
    long stayedMs) {}
