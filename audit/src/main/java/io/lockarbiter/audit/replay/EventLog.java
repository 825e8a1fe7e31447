package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.schema.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The decoded events of a partition, with one read ahead. Checks everything that follows from their
 * order alone: {@code seq} without gap or repeat, causes in the order of the commands.
 */
final class EventLog {
  private final int partition;
  private final RecordLog log;
  private final Findings findings;
  private @Nullable RecordedEvent head;
  private @Nullable RecordedEvent next;
  private long lastSeq = -1;
  private long lastCause = -1;
  private long effectiveCause;

  EventLog(int partition, RecordLog log, Findings findings) {
    this.partition = partition;
    this.log = log;
    this.findings = findings;
    next = read();
    skip();
  }

  /** The next event; null at the end. */
  @Nullable RecordedEvent peek() {
    return head;
  }

  /**
   * Returns the cause of the next event: the one it names, unless the event after it shows that
   * this is wrong.
   */
  long causeOfNext() {
    return effectiveCause;
  }

  /** Moves on by one event. */
  void skip() {
    do {
      head = next;
      next = head == null ? null : read();
    } while (head != null && !check(head));
  }

  /** Says whether the event can be used; a second copy cannot. */
  private boolean check(RecordedEvent event) {
    boolean first = lastSeq < 0;
    long expected = lastSeq + 1;
    long cause = event.causeOffset();
    boolean copy = !first && event.seq() <= lastSeq && cause <= lastCause;
    String problem = null;
    if (first ? log.begin() == 0 && !Epoch.isFirst(event.seq()) : event.seq() != expected) {
      problem = "seq=" + event.seq() + " cause.offset=" + cause;
      report(event, "seq=" + (first ? Epoch.beginOf(event.seq()) + 1 : expected), problem);
    }
    if (copy) {
      return false;
    }
    boolean onlySeqIsWrong = !first && next != null && next.seq() == expected + 1;
    lastSeq = onlySeqIsWrong ? expected : Math.max(lastSeq, event.seq());
    effectiveCause = cause;
    if (event.event().head().cause().partition() != partition) {
      report(
          event,
          "cause.partition=" + partition,
          "cause.partition=" + event.event().head().cause().partition());
    }
    if (cause < lastCause) {
      if (problem == null) {
        report(event, "cause.offset>=" + lastCause, "cause.offset=" + cause);
      }
      effectiveCause = lastCause;
    } else if (next != null && next.causeOffset() < cause && next.causeOffset() >= lastCause) {
      if (problem == null) {
        report(
            event,
            "cause.offset<=" + next.causeOffset() + " as of the event after it",
            "cause.offset=" + cause);
      }
      effectiveCause = next.causeOffset();
    }
    lastCause = Math.max(lastCause, effectiveCause);
    return true;
  }

  private @Nullable RecordedEvent read() {
    for (AuditRecord record = log.next(); record != null; record = log.next()) {
      byte[] value = record.value();
      try {
        if (value == null) {
          throw new IllegalArgumentException("the value is null");
        }
        return new RecordedEvent(record, EventCodec.decode(value));
      } catch (IllegalArgumentException e) {
        findings.add(
            new Violation(
                Topic.EVENTS,
                partition,
                record.offset(),
                null,
                record.appendedAt(),
                "an event of version 1",
                String.valueOf(e.getMessage())));
      }
    }
    return null;
  }

  private void report(RecordedEvent event, String expected, String found) {
    findings.add(Violation.ofEvent(partition, event, event.event().head().at(), expected, found));
  }
}
