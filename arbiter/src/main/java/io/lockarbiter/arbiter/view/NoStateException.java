package io.lockarbiter.arbiter.view;

/** The state of a partition in Redis is not the one for the next decisions. */
final class NoStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoStateException(String message) {
    super(message);
  }
}
