package io.lockarbiter.contracts.event;

import java.util.Locale;

/** What an event says; {@link #text()} is its {@code type} on the wire. */
public enum EventType {
  GRANTED,
  QUEUED,
  RENEWED,
  RELEASED,
  REJECTED;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** The type as it stands in events and headers, such as {@code granted}. */
  public String text() {
    return text;
  }
}
