package io.lockarbiter.contracts.event;

import java.util.List;

/** The type of an event; {@link #text()} is its {@code type} on the wire. */
public enum EventType {
  GRANTED("granted"),
  QUEUED("queued"),
  RENEWED("renewed"),
  RELEASED("released"),
  REJECTED("rejected"),
  YIELD_REQUESTED("yieldRequested"),
  TOLD("told"),
  RELEASED_ALL("releasedAll"),
  KEPT_ALIVE("keptAlive"),
  /** A type that only newer arbiters know, see {@link UnknownEvent}. */
  UNKNOWN("unknown");

  private static final List<EventType> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final String text;

  EventType(String text) {
    this.text = text;
  }

  /** All types except {@link #UNKNOWN}. */
  public static List<EventType> known() {
    return KNOWN;
  }

  /** The type as it stands in events and headers, such as {@code granted}. */
  public String text() {
    return text;
  }
}
