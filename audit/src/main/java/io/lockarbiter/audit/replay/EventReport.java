package io.lockarbiter.audit.replay;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reports about one event: what was expected of it and what was found. */
public record EventReport(Findings findings, ReplayStep step, RecordedEvent event) {

  /** Something else was found. */
  public void add(String expected, String found) {
    findings.add(Violation.ofEvent(step.partition(), event, step.at(), expected, found));
  }

  /** Something must hold. */
  public void require(boolean holds, String expected, String found) {
    require(holds, () -> expected, () -> found);
  }

  /** Something must hold; what to say is asked for only if it does not. */
  public void require(boolean holds, Supplier<String> expected, Supplier<String> found) {
    if (!holds) {
      add(expected.get(), found.get());
    }
  }

  /** Something must be what was expected. */
  public void same(String name, @Nullable Object expected, @Nullable Object found) {
    if (!Objects.equals(expected, found)) {
      add(name + "=" + expected, name + "=" + found);
    }
  }

  /** Something must be what was expected. */
  public void same(String name, long expected, long found) {
    if (expected != found) {
      add(name + "=" + expected, name + "=" + found);
    }
  }
}
