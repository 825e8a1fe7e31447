package io.lockarbiter.gateway.ask;

/**
 * As many commands are unanswered, or requests wait, as allowed, or the link to the log is not made
 * yet; nothing was sent.
 */
public final class BusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the bound that was reached, fit for a user. */
  public BusyException(String what) {
    super(what);
  }
}
