package io.lockarbiter.contracts.codec;

import org.jspecify.annotations.Nullable;

/**
 * A JSON number.
 *
 * @param whole false if it has a fraction or an exponent, even if its value is whole
 * @param value null if it is not whole, or beyond a {@code long}
 * @param text as written; null if as Java writes the value
 */
record JsonNumber(boolean whole, @Nullable Long value, @Nullable String text) {
  /** Every number of so few characters is a {@code long}. */
  static final int ALWAYS_LONG = 18;

  /** Most characters of a {@code long}. */
  private static final int MAX_LENGTH = 20;

  /** A whole number, written as Java writes it. */
  static JsonNumber of(long value) {
    return new JsonNumber(true, value, null);
  }

  static JsonNumber of(String text, boolean whole) {
    return new JsonNumber(whole, whole ? parse(text) : null, text);
  }

  private static @Nullable Long parse(String text) {
    try {
      return text.length() > MAX_LENGTH ? null : Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The number for a message: as written, or shortened if it is long. */
  String shortText() {
    if (text == null) {
      return String.valueOf(value);
    }
    return text.length() <= MAX_LENGTH ? text : "a number of " + text.length() + " characters";
  }
}
