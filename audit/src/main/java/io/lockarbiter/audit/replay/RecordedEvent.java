package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;

/** An event as it stands in {@code lock.events}. */
public record RecordedEvent(AuditRecord record, Event event) {

  /** Its number. */
  public long seq() {
    return event.head().seq();
  }

  /** Offset of the command that it names as its cause. */
  public long causeOffset() {
    return event.head().cause().offset();
  }

  /** An event in short: type and reason. */
  public static String verdict(Event event) {
    String type = event.type().text() + (event.repeated() ? " repeated" : "");
    if (event instanceof Rejected rejected) {
      return type + " " + rejected.reason();
    }
    return event instanceof Released released ? type + " " + released.reason() : type;
  }
}
