package io.lockarbiter.contracts.event;

/** The record of {@code lock.commands} that made an event happen. */
public record Cause(int partition, long offset) {}
