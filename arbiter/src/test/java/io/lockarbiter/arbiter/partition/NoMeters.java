package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.LogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Meters that measure nothing. */
public class NoMeters implements DecisionMeters {
  @Override
  public void deciding() {}

  @Override
  public void decided(Duration elapsed) {}

  @Override
  public void outbox(long events, long bytes) {}

  @Override
  public void settingsRefused(int records) {}

  @Override
  public void settingsDrifted() {}

  @Override
  public void published(Map<EventKind, Integer> events, int deadLetters, List<LogRecord> records) {}

  @Override
  public void resent(int events) {}

  @Override
  public void started(Duration elapsed) {}

  @Override
  public void restarting(FailureKind cause) {}

  @Override
  public void recovered(HaltReason cause, long records, Duration elapsed) {}

  @Override
  public void halted(HaltReason reason) {}

  @Override
  public void committed(Duration elapsed) {}
}
