package io.lockarbiter.client;

/**
 * No answer came in time, each came too late to be used, or nothing can be sent. What may have been
 * granted is released.
 */
public final class ArbiterUnreachableException extends LockException {
  /** With what was asked, how long, and what to look at. */
  public ArbiterUnreachableException(String message) {
    super(message);
  }
}
