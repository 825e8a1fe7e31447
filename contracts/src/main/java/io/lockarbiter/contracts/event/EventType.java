package io.lockarbiter.contracts.event;

import java.util.List;
import java.util.Locale;

/** What an event says; {@link #text()} is its {@code type} on the wire. */
public enum EventType {
  GRANTED,
  QUEUED,
  RENEWED,
  RELEASED,
  REJECTED,
  /** One that only newer arbiters know, see {@link UnknownEvent}. */
  UNKNOWN;

  private static final List<EventType> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final String text = name().toLowerCase(Locale.ROOT);

  /** All but {@link #UNKNOWN}. */
  public static List<EventType> known() {
    return KNOWN;
  }

  /** The type as it stands in events and headers, such as {@code granted}. */
  public String text() {
    return text;
  }
}
