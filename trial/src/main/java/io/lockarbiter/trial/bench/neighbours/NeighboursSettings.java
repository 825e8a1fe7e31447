package io.lockarbiter.trial.bench.neighbours;

/**
 * What a run measures.
 *
 * @param share divides how many locks and requests there are
 * @param intervalMs between two pings of a partition
 * @param quietSeconds how long nobody does harm at the beginning
 */
record NeighboursSettings(int partitions, int share, int intervalMs, int quietSeconds) {}
