package io.lockarbiter.arbiter.partition;

/**
 * The state is to be built from what was published.
 *
 * @param tail offsets of {@code lock.events} whose events tell all that is live
 * @param mayReplay whether the commands that are missing are all retained besides
 */
public record Rebuild(StateLoss loss, LogRange tail, boolean mayReplay) implements FirstStep {}
