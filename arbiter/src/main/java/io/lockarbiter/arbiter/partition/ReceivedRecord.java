package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.lua.store.LogRecord;
import org.jspecify.annotations.Nullable;

/** A record of {@code lock.commands} with the bytes that it was read from. */
public record ReceivedRecord(LogRecord record, byte @Nullable [] key, byte @Nullable [] value) {
  /**
   * Reads the bytes of a record, whatever they are.
   *
   * @param appendedAt epoch ms, by the broker
   */
  public static ReceivedRecord read(
      long offset,
      long appendedAt,
      int leaderEpoch,
      byte @Nullable [] key,
      byte @Nullable [] value) {
    return new ReceivedRecord(
        new LogRecord(offset, appendedAt, leaderEpoch, CommandCodec.decode(key, value)),
        key,
        value);
  }
}
