package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Subject;
import org.jspecify.annotations.Nullable;

/** Writes the head and the subject, which every event has. */
final class EventWriter {
  private EventWriter() {}

  static void head(JsonMembers out, Event event) {
    EventHead head = event.head();
    out.number("v", CommandCodec.VERSION)
        .text("type", event.typeWord())
        .number("seq", head.seq())
        .number("at", head.at())
        .text("account", head.account())
        .text("commandId", head.commandId())
        .object("cause", head.cause(), EventWriter::cause);
  }

  private static void cause(JsonMembers out, Cause cause) {
    out.number("partition", cause.partition()).number("offset", cause.offset());
  }

  static void subject(JsonMembers out, @Nullable Subject subject) {
    if (subject instanceof LockFields fields) {
      LockWriter.lock(out, fields).claim(SubjectReader.NAMES_WITHOUT_CASE, fields.isWithoutCase());
    } else if (subject != null) {
      LockWriter.ref(out, (LockRef) subject);
    }
  }
}
