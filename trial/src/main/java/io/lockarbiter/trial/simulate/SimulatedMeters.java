package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.DecisionMeters;
import io.lockarbiter.arbiter.partition.EventKind;
import io.lockarbiter.arbiter.partition.FailureKind;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what happened to the owners of a schedule. */
final class SimulatedMeters implements DecisionMeters {
  private final Map<String, Integer> counts = new TreeMap<>();

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /** Counts a repair by an operator. */
  void repaired(String remedy) {
    count("repaired, " + remedy);
  }

  /** Counts a page of events that was read to rebuild a state. */
  void builtFromEvents() {
    count("pages of events read");
  }

  @Override
  public void deciding() {}

  @Override
  public void decided(Duration elapsed) {}

  @Override
  public void outbox(long events, long bytes) {}

  @Override
  public void published(Map<EventKind, Integer> events, int deadLetters, List<LogRecord> records) {}

  @Override
  public void settingsRefused(int records) {}

  @Override
  public void settingsDrifted() {}

  @Override
  public void resent(int events) {
    count("outbox published by a successor");
  }

  @Override
  public void started(Duration elapsed) {
    count("started");
  }

  @Override
  public void restarting(FailureKind cause) {
    count("restarted, " + cause);
  }

  @Override
  public void recovered(HaltReason cause, long records, Duration elapsed) {
    count("recovered, " + cause);
  }

  @Override
  public void halted(HaltReason reason) {
    count("halted, " + reason);
  }

  @Override
  public void committed(Duration elapsed) {}
}
