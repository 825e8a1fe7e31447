package io.lockarbiter.audit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports about one event: what was expected of it and what was found. */
record EventReport(Findings findings, ReplayStep step, RecordedEvent event) {

  void add(String expected, String found) {
    findings.add(Violation.ofEvent(step.partition(), event, step.at(), expected, found));
  }

  void require(boolean holds, String expected, String found) {
    if (!holds) {
      add(expected, found);
    }
  }

  void same(String name, @Nullable Object expected, @Nullable Object found) {
    if (!Objects.equals(expected, found)) {
      add(name + "=" + expected, name + "=" + found);
    }
  }

  void same(String name, long expected, long found) {
    if (expected != found) {
      add(name + "=" + expected, name + "=" + found);
    }
  }
}
