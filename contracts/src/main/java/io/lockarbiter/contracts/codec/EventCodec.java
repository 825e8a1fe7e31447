package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.UnknownEvent;

/**
 * Reads and writes events as bytes of version 1; one event has exactly one form, field for field in
 * the order of WIRE.md, Events.
 */
public final class EventCodec {
  private EventCodec() {}

  /** Writes an event. */
  public static byte[] encode(Event event) {
    return encode(event, new JsonBuffer());
  }

  /**
   * Writes an event.
   *
   * @param buffer for use meanwhile, with whatever content; one serves many events in turn
   */
  public static byte[] encode(Event event, JsonBuffer buffer) {
    if (event instanceof UnknownEvent unknown) {
      return unknown.json().getBytes(UTF_8);
    }
    JsonMembers out = new JsonMembers(buffer);
    EventWriter.head(out, event);
    EventWriter.subject(out, event.subject());
    EventDetails.write(out, event);
    return out.claim("repeated", event.repeated()).toObject();
  }

  /**
   * Reads an event; unknown fields are ignored, and words that only newer arbiters know are read as
   * {@code UNKNOWN}, with the word beside.
   *
   * @throws IllegalArgumentException if the bytes are no event of version 1
   */
  public static Event decode(byte[] value) {
    try {
      JsonObject json = JsonReader.read(value);
      if (!json.duplicates().isEmpty()) {
        throw new IllegalArgumentException("no event of version 1: a key is given twice");
      }
      return EventReader.read(Fields.of(json), () -> new String(value, UTF_8));
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException("no event of version 1: the value " + e.getMessage(), e);
    } catch (BadFieldException e) {
      throw new IllegalArgumentException("no event of version 1: " + e.problem(), e);
    }
  }

  /**
   * The members of an event beyond its head and subject, as in {@link #encode}: JSON members
   * without braces, such as {@code "reason":"RELEASED","token":1,"heldMs":6}; without {@code
   * repeated}; empty of an {@link UnknownEvent}.
   */
  public static String details(Event event) {
    JsonMembers out = new JsonMembers();
    EventDetails.write(out, event);
    return out.toString();
  }
}
