package io.lockarbiter.audit.replay;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reports violations of one event, with expected and found values. */
public record EventReport(Findings findings, ReplayStep step, RecordedEvent event) {

  /** Reports that another value was found. */
  public void add(String expected, String found) {
    findings.add(Violation.ofEvent(step.partition(), event, step.at(), expected, found));
  }

  /** Reports a violation unless the condition holds. */
  public void require(boolean holds, String expected, String found) {
    require(holds, () -> expected, () -> found);
  }

  /** Reports a violation unless the condition holds; the texts are built only then. */
  public void require(boolean holds, Supplier<String> expected, Supplier<String> found) {
    if (!holds) {
      add(expected.get(), found.get());
    }
  }

  /** Reports a violation unless the values are equal. */
  public void same(String name, @Nullable Object expected, @Nullable Object found) {
    if (!Objects.equals(expected, found)) {
      add(name + "=" + expected, name + "=" + found);
    }
  }

  /** Reports a violation unless the values are equal. */
  public void same(String name, long expected, long found) {
    if (expected != found) {
      add(name + "=" + expected, name + "=" + found);
    }
  }
}
