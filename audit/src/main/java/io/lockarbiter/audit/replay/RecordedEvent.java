package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;

/** An event as it stands in {@code lock.events}. */
public record RecordedEvent(AuditRecord record, Event event) {

  /** Returns its number. */
  public long seq() {
    return event.head().seq();
  }

  /** Offset of the command that it names as its cause. */
  public long causeOffset() {
    return event.head().cause().offset();
  }

  /** Says whether it ends a lock or a wait. */
  public boolean ends() {
    return !event.repeated()
        && (event instanceof Released
            || event instanceof Rejected rejected && rejected.reason().endsWait());
  }

  /**
   * Says whether it ends a lock or a wait without being the answer to a command: by time, because
   * its path is gone (but a request that says that its path exists may be answered so), because its
   * session has ended (but a bound request may be answered so), or because another lock takes its
   * place. False for an end by force, which may be either.
   */
  public boolean endsUnasked() {
    return ends()
        && !(event instanceof Released released
            && released.reason() != ReleaseReason.EXPIRED
            && released.reason() != ReleaseReason.REPLACED
            && released.reason() != ReleaseReason.SESSION_ENDED);
  }

  /** Returns an event in short: type and reason. */
  public static String verdict(Event event) {
    String type = event.typeWord() + (event.repeated() ? " repeated" : "");
    return event.reasonWord() == null ? type : type + " " + event.reasonWord();
  }
}
