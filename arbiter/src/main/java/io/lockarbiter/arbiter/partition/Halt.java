package io.lockarbiter.arbiter.partition;

/**
 * The halt of a partition.
 *
 * @param message fact, consequence and remedy, for an operator
 */
public record Halt(HaltReason reason, String message) {}
