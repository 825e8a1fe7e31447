package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Measures the processing of batches. */
public interface DecisionMeters {
  /** Notes the begin of a call to the store; {@link #decided} follows. */
  void deciding();

  /**
   * Notes the end of one call to the store, successful or not, however many script calls it took.
   */
  void decided(Duration elapsed);

  /**
   * Notes the events that a call has left to publish: their number and the bytes of their values.
   */
  void outbox(long events, long bytes);

  /** Notes events and dead letters known to be committed, and the records that they answer. */
  void published(Map<EventKind, Integer> events, int deadLetters, List<LogRecord> records);

  /** Counts {@code settings} records that the partition did not obey. */
  void settingsRefused(int records);

  /** Counts a change of the configured settings by another program's record. */
  void settingsDrifted();

  /** Counts events that an earlier call had made and that were not yet published. */
  void resent(int events);

  /** Notes that a partition runs, and the time since its attempt to start began. */
  void started(Duration elapsed);

  /** Counts a restart of a partition. */
  void restarting(FailureKind cause);

  /** Notes a state that was rebuilt by feeding the store this many records. */
  void recovered(HaltReason cause, long records, Duration elapsed);

  /** Counts a partition that halts. */
  void halted(HaltReason reason);

  /** Notes a publication known to be committed. */
  void committed(Duration elapsed);
}
