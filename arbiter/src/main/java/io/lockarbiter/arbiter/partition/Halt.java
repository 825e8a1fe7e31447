package io.lockarbiter.arbiter.partition;

/**
 * A partition's standstill.
 *
 * @param message fact, consequence and remedy, for an operator
 */
public record Halt(HaltReason reason, String message) {}
