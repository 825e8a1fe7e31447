package io.lockarbiter.audit.replay;

import io.lockarbiter.audit.replay.AuditRecord.Header;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.lua.store.EncodedEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers that the record of an event must have, in their order. */
public final class EventHeaders {
  private EventHeaders() {}

  /** Returns the headers of a decision. */
  public static List<Header> of(EncodedEvent event) {
    return of(
        event.type(),
        event.lockId(),
        event.replyTo(),
        event.lockReplyTo(),
        event.repeated(),
        Integer.toString(event.repeatMs()));
  }

  /** Returns the headers of an event about such a lock. */
  public static List<Header> of(
      EventType type,
      @Nullable String lockId,
      @Nullable String replyTo,
      @Nullable String lockReplyTo,
      boolean repeated,
      String repeatMs) {
    List<Header> headers = new ArrayList<>(EventHeader.values().length);
    headers.add(new Header(EventHeader.TYPE.text(), type.text()));
    add(headers, EventHeader.LOCK_ID, lockId);
    add(headers, EventHeader.REPLY_TO, replyTo);
    add(headers, EventHeader.LOCK_REPLY_TO, lockReplyTo);
    if (repeated) {
      headers.add(new Header(EventHeader.REPEATED.text(), "true"));
    }
    headers.add(new Header(EventHeader.REPEAT_MS.text(), repeatMs));
    return headers;
  }

  private static void add(List<Header> headers, EventHeader name, @Nullable String value) {
    if (value != null) {
      headers.add(new Header(name.text(), value));
    }
  }
}
