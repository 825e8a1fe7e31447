package io.lockarbiter.arbiter.recover;

/**
 * A partition's standstill.
 *
 * @param message fact, consequence and remedy, for an operator
 */
public record Halt(HaltReason reason, String message) {}
