package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.event.LockFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How names are compared, as events tell it. The record that told it once for all is missing if
 * retention has removed it, and was not obeyed if somebody had locks at the time.
 */
public final class ToldNames {
  private ToldNames() {}

  /** Says whether names are compared without case; null if no event is about a lock. */
  public static @Nullable Boolean withoutCase(List<RecordedEvent> events) {
    for (RecordedEvent each : events) {
      if (each.event().subject() instanceof LockFields lock) {
        return lock.isWithoutCase();
      }
    }
    return null;
  }
}
