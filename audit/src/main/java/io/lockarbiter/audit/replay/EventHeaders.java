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

  /** Returns the headers of a decision, unless these are they; then null. */
  public static @Nullable List<Header> unless(List<Header> found, EncodedEvent event) {
    return unless(
        found,
        event.type(),
        event.lockId(),
        event.replyTo(),
        event.lockReplyTo(),
        event.repeated(),
        Integer.toString(event.repeatMs()));
  }

  /** Returns the headers of an event about such a lock, unless these are they; then null. */
  public static @Nullable List<Header> unless(
      List<Header> found,
      EventType type,
      @Nullable String lockId,
      @Nullable String replyTo,
      @Nullable String lockReplyTo,
      boolean repeated,
      String repeatMs) {
    int place = after(0, found, EventHeader.TYPE, type.text());
    place = after(place, found, EventHeader.LOCK_ID, lockId);
    place = after(place, found, EventHeader.REPLY_TO, replyTo);
    place = after(place, found, EventHeader.LOCK_REPLY_TO, lockReplyTo);
    place = after(place, found, EventHeader.REPEATED, repeated ? "true" : null);
    place = after(place, found, EventHeader.REPEAT_MS, repeatMs);
    return place == found.size()
        ? null
        : of(type, lockId, replyTo, lockReplyTo, repeated, repeatMs);
  }

  /**
   * The place behind a header that must stand at a place; −1 if it does not, or none did before.
   */
  private static int after(
      int place, List<Header> found, EventHeader name, @Nullable String value) {
    if (place < 0 || value == null) {
      return place;
    }
    boolean isThere =
        place < found.size()
            && found.get(place).name().equals(name.text())
            && found.get(place).value().equals(value);
    return isThere ? place + 1 : -1;
  }

  private static void add(List<Header> headers, EventHeader name, @Nullable String value) {
    if (value != null) {
      headers.add(new Header(name.text(), value));
    }
  }
}
