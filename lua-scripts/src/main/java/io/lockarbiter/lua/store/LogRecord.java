package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.command.DecodedCommand;

/**
 * A record of a partition of {@code lock.commands}, read but not decided.
 *
 * @param offset rising within a batch, with gaps
 * @param appendedAt the record's LogAppendTime, epoch ms
 * @param leaderEpoch the record's leader epoch; −1 if the broker gave none
 */
public record LogRecord(long offset, long appendedAt, int leaderEpoch, DecodedCommand content) {}
