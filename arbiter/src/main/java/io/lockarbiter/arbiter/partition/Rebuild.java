package io.lockarbiter.arbiter.partition;

/**
 * The state must be rebuilt from the published events.
 *
 * @param tail the offsets of {@code lock.events} whose events show everything that is live
 * @param mayReplay whether the missing commands are also all retained
 */
public record Rebuild(StateLoss loss, LogRange tail, boolean mayReplay) implements FirstStep {}
