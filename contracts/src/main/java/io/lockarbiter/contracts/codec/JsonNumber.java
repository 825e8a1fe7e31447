package io.lockarbiter.contracts.codec;

/**
 * A JSON number as written.
 *
 * @param whole false if it has a fraction or an exponent, even if its value is whole
 */
record JsonNumber(String text, boolean whole) {
  /** Most characters of a {@code long}. */
  private static final int MAX_LENGTH = 20;

  /** Says whether it is whole and within the bounds, however long it is. */
  boolean isWithin(long min, long max) {
    if (!whole || text.length() > MAX_LENGTH) {
      return false;
    }
    try {
      return value() >= min && value() <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The value of a number that {@link #isWithin} bounds. */
  long value() {
    return Long.parseLong(text);
  }

  /** The number for a message: as written, unless it is long. */
  String shortText() {
    return text.length() <= MAX_LENGTH ? text : "a number of " + text.length() + " characters";
  }
}
