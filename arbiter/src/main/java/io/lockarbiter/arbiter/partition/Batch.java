package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.util.List;

/**
 * Consecutive records of one partition, read but not decided.
 *
 * @param records at least one, but in {@link #EMPTY}, in the order of offsets
 * @param deadLetters those among them that cannot be answered
 * @param settings the {@code settings} records among them
 */
public record Batch(
    List<LogRecord> records, List<DeadLetter> deadLetters, List<ReceivedSettings> settings) {
  /** No record: for a call that asks what earlier ones have left. */
  static final Batch EMPTY = new Batch(List.of(), List.of());

  /** A batch without {@code settings} records. */
  public Batch(List<LogRecord> records, List<DeadLetter> deadLetters) {
    this(records, deadLetters, List.of());
  }

  /** The last record. */
  public LogRecord last() {
    return records.get(records.size() - 1);
  }
}
