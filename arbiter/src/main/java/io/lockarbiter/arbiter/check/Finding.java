package io.lockarbiter.arbiter.check;

/**
 * A finding of a start-up check.
 *
 * @param refuses whether the arbiter must not start; otherwise it is a warning
 * @param text fact, expected and actual value, consequence, remedy
 */
public record Finding(boolean refuses, String text) {
  static Finding problem(String fact, String consequence, String fix) {
    return new Finding(true, fact + "; " + consequence + ". Fix: " + fix);
  }

  static Finding warning(String text) {
    return new Finding(false, text);
  }
}
