package io.lockarbiter.sandbox.bench.handover;

/**
 * What a run measures.
 *
 * @param rounds how often everything happens
 * @param threads of an instance
 * @param intervalMs between two commands of a partition
 * @param quietSeconds how long nothing happens at the beginning of a round
 * @param sessionTimeoutMs how long the group waits for a member that says nothing
 */
record HandoverSettings(
    int rounds,
    int partitions,
    int threads,
    int intervalMs,
    int quietSeconds,
    int sessionTimeoutMs) {}
