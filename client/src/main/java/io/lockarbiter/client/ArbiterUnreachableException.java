package io.lockarbiter.client;

/**
 * No answer came in time to be used, or nothing can be sent. A lock that may have been granted is
 * released.
 */
public final class ArbiterUnreachableException extends LockException {
  /** An exception with the request, the time waited and the remedy in its message. */
  public ArbiterUnreachableException(String message) {
    super(message);
  }
}
