package io.lockarbiter.cli.locks;

/** An account would be open again long before it was to be; the message tells a user why. */
final class ShortClosingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ShortClosingException(String message) {
    super(message);
  }
}
