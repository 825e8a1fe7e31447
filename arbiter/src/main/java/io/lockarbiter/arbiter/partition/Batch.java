package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Consecutive records of one partition, read but not decided.
 *
 * @param records the records in the order of offsets; at least one, except in {@link #EMPTY}
 * @param deadLetters the records among them that cannot be answered
 * @param settings the {@code settings} records among them
 */
public record Batch(
    List<LogRecord> records, List<DeadLetter> deadLetters, List<ReceivedSettings> settings) {
  /** A batch without records, for a call that asks for the leftovers of earlier ones. */
  static final Batch EMPTY = new Batch(List.of(), List.of());

  /** A batch without {@code settings} records. */
  public Batch(List<LogRecord> records, List<DeadLetter> deadLetters) {
    this(records, deadLetters, List.of());
  }

  /**
   * Makes a batch of consecutive records; collects those that cannot be answered, and the settings.
   */
  public static Batch of(List<ReceivedRecord> received) {
    List<LogRecord> records = new ArrayList<>(received.size());
    List<DeadLetter> deadLetters = new ArrayList<>(0);
    List<ReceivedSettings> settings = new ArrayList<>(0);
    for (ReceivedRecord each : received) {
      LogRecord record = each.record();
      records.add(record);
      if (record.content() instanceof DecodedCommand.Dead dead) {
        deadLetters.add(new DeadLetter(record.offset(), each.key(), each.value(), dead.why()));
      } else if (record.content() instanceof DecodedCommand.Valid valid
          && valid.command() instanceof SettingsChange change) {
        byte[] value = Objects.requireNonNull(each.value());
        settings.add(new ReceivedSettings(record.offset(), value, change));
      }
    }
    return new Batch(records, deadLetters, settings);
  }

  /** The last record. */
  public LogRecord last() {
    return records.get(records.size() - 1);
  }
}
