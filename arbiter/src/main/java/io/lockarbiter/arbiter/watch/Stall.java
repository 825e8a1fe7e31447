package io.lockarbiter.arbiter.watch;

/**
 * A partition in which nothing goes on.
 *
 * @param why the fact, its consequence and the remedy, for an operator; without the partition
 */
public record Stall(StallCause cause, String why) {}
