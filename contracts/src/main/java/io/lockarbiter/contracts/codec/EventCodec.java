package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.Event;

/**
 * Events as bytes of version 1, both ways; one event has exactly one form, field for field in the
 * order of the contract.
 */
public final class EventCodec {
  private EventCodec() {}

  /** Writes an event. */
  public static byte[] encode(Event event) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads an event; unknown fields are ignored.
   *
   * @throws IllegalArgumentException if the bytes are no event of version 1
   */
  public static Event decode(byte[] value) {
    throw new UnsupportedOperationException();
  }

  /**
   * What an event says beyond its head and subject, as it stands in {@link #encode}: JSON members
   * without braces, such as {@code "reason":"RELEASED","token":1,"heldMs":6}; without {@code
   * repeated}.
   */
  public static String details(Event event) {
    throw new UnsupportedOperationException();
  }
}
