package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import java.util.List;

/** Reads an event of version 1. */
final class EventReader {
  private static final List<EventType> TYPES = List.of(EventType.values());

  private EventReader() {}

  static Event read(Fields fields) throws BadFieldException {
    fields.whole("v", CommandCodec.VERSION, CommandCodec.VERSION);
    EventType type = fields.choice("type", TYPES, EventType::text);
    return EventDetails.read(type, head(fields), fields);
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
