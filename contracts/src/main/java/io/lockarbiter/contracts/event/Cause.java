package io.lockarbiter.contracts.event;

/** The record of {@code lock.commands} that caused an event. */
public record Cause(int partition, long offset) {}
