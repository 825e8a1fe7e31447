package io.lockarbiter.trial.bench.handover;

/**
 * What a run measures.
 *
 * @param rounds how often everything happens
 * @param intervalMs between two commands of a partition
 * @param quietSeconds how long nothing happens at the beginning of a round
 */
record HandoverSettings(GroupSettings group, int rounds, int intervalMs, int quietSeconds) {}
