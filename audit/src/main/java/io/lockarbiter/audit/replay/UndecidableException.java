package io.lockarbiter.audit.replay;

/** The history does not answer the question; the message says why and names a remedy. */
public final class UndecidableException extends RuntimeException {
  public UndecidableException(String message) {
    super(message);
  }
}
