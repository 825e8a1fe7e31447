package io.lockarbiter.trial.bench.handover;

/**
 * What instances that share a group are set to.
 *
 * @param threads of an instance
 * @param sessionTimeoutMs how long the group waits for a member that says nothing
 */
public record GroupSettings(int partitions, int threads, int sessionTimeoutMs) {}
