package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Names;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a batch as arguments. Each is made when it is first sent, and anew only if it is
 * sent again under another reading.
 */
final class BatchArguments {
  private final List<LogRecord> records;
  private final int newestRules;
  private final Packing packing = new Packing();
  private final @Nullable RecordArguments[] made;
  private Reading reading;

  /**
   * The arguments of a batch.
   *
   * @param newestRules the newest rules that are known
   */
  BatchArguments(List<LogRecord> records, Reading reading, int newestRules) {
    this.records = records;
    this.reading = reading;
    this.newestRules = newestRules;
    this.made = new RecordArguments[records.size()];
  }

  int size() {
    return records.size();
  }

  long offset(int place) {
    return records.get(place).offset();
  }

  Names names() {
    return packing.names();
  }

  Reading reading() {
    return reading;
  }

  /** Reads the records in this way from now on. */
  void read(Reading next) {
    if (!next.equals(reading)) {
      reading = next;
      Arrays.fill(made, null);
    }
  }

  RecordArguments get(int place) {
    RecordArguments arguments = made[place];
    if (arguments == null) {
      arguments = RecordArguments.of(records.get(place), reading, newestRules, packing);
      made[place] = arguments;
    }
    return arguments;
  }
}
