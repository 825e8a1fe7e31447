package io.lockarbiter.arbiter.view;

/** What Redis has of a partition is not what will be decided on. */
final class NoStateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoStateException(String message) {
    super(message);
  }
}
