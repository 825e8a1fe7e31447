package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What is measured on the way of a batch. */
public interface DecisionMeters {
  /** A call to the store begins; {@link #decided} follows. */
  void deciding();

  /** One call to the store has ended, well or not, however many script calls it took. */
  void decided(Duration elapsed);

  /** What a call has left to publish: so many events, so many bytes of values. */
  void outbox(long events, long bytes);

  /** Events and dead letters known to be committed, and the records that they answer. */
  void published(Map<EventKind, Integer> events, int deadLetters, List<LogRecord> records);

  /** So many {@code settings} records that the partition did not obey. */
  void settingsRefused(int records);

  /** Settings that were the configured ones were changed by somebody else's record. */
  void settingsDrifted();

  /** Events that an earlier call had made and nobody had published. */
  void resent(int events);

  /** A partition runs, so long after its attempt to start began. */
  void started(Duration elapsed);

  /** A partition starts anew. */
  void restarting(FailureKind cause);

  /** A state was brought back by feeding the store so many records. */
  void recovered(HaltReason cause, long records, Duration elapsed);

  /** A partition stands still. */
  void halted(HaltReason reason);

  /** One publication is known to be committed. */
  void committed(Duration elapsed);
}
