package io.lockarbiter.client;

/**
 * No answer came in time, or each came too late to be used. What may have been granted is released.
 */
public final class ArbiterUnreachableException extends LockException {
  /** With what was asked, how long, and what to look at. */
  public ArbiterUnreachableException(String message) {
    super(message);
  }
}
