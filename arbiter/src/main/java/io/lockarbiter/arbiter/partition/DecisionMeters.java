package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What is measured on the way of a batch. */
public interface DecisionMeters {
  /** One call to the store, however many script calls it took. */
  void decided(Duration elapsed);

  /** Events and dead letters known to be committed, and the records that they answer. */
  void published(Map<EventKind, Integer> events, int deadLetters, List<LogRecord> records);

  /** Events that an earlier call had made and nobody had published. */
  void resent(int events);

  /** A partition runs, so long after its attempt to start began. */
  void started(Duration elapsed);

  /** A partition starts anew. */
  void restarting(FailureKind cause);

  /** A partition stands still. */
  void halted(HaltReason reason);

  /** One publication is known to be committed. */
  void committed(Duration elapsed);
}
