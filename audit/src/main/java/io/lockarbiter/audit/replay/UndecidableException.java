package io.lockarbiter.audit.replay;

/** The history does not say what was asked for; the message tells why and what would help. */
public final class UndecidableException extends RuntimeException {
  /** Why. */
  public UndecidableException(String message) {
    super(message);
  }
}
