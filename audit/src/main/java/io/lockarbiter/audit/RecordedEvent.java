package io.lockarbiter.audit;

import io.lockarbiter.contracts.event.Event;

/** An event as it stands in {@code lock.events}. */
public record RecordedEvent(AuditRecord record, Event event) {

  long seq() {
    return event.head().seq();
  }

  /** Offset of the command that it names as its cause. */
  long causeOffset() {
    return event.head().cause().offset();
  }
}
