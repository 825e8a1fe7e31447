package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.util.List;

/**
 * Consecutive records of one partition, read but not decided.
 *
 * @param records at least one, but in {@link #EMPTY}, in the order of offsets
 * @param deadLetters those among them that cannot be answered
 */
public record Batch(List<LogRecord> records, List<DeadLetter> deadLetters) {
  /** No record: for a call that asks what earlier ones have left. */
  static final Batch EMPTY = new Batch(List.of(), List.of());

  /** The last record. */
  public LogRecord last() {
    return records.get(records.size() - 1);
  }
}
