package io.lockarbiter.console.kafka;

/**
 * A transaction that stays open.
 *
 * @param topic on which
 * @param ofEvents whether that is {@code lock.events}
 * @param since its first offset
 * @param heldBack offsets from there on, which nobody reads
 */
public record OpenTransaction(String topic, boolean ofEvents, long since, long heldBack) {}
