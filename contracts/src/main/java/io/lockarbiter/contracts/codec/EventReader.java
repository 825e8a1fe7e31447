package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.codec.Fields.Word;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.UnknownEvent;
import java.util.function.Supplier;

/** Reads an event of version 1, even if a newer arbiter wrote it. */
final class EventReader {
  private EventReader() {}

  /**
   * Reads an event.
   *
   * @param json the whole event, as it stands in the record
   */
  static Event read(Fields fields, Supplier<String> json) throws BadFieldException {
    fields.whole("v", CommandCodec.VERSION, CommandCodec.VERSION);
    Word<EventType> type =
        fields.word("type", EventType.known(), EventType::text, EventType.UNKNOWN);
    EventHead head = head(fields);
    return type.meaning() == EventType.UNKNOWN
        ? new UnknownEvent(
            head,
            new SubjectReader(fields).optional(),
            type.text(),
            json.get(),
            fields.flag("repeated"))
        : EventDetails.read(type.meaning(), head, fields);
  }

  private static EventHead head(Fields fields) throws BadFieldException {
    Fields cause = fields.object("cause");
    return new EventHead(
        fields.whole("seq", 1, Long.MAX_VALUE),
        fields.whole("at", 0, Long.MAX_VALUE),
        fields.text("account"),
        fields.text("commandId"),
        new Cause(
            (int) cause.whole("partition", 0, Integer.MAX_VALUE),
            cause.whole("offset", 0, Long.MAX_VALUE)));
  }
}
