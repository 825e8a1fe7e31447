package io.lockarbiter.gateway.ask;

/**
 * A copy of an acquire came so late that the arbiter could have forgotten the first; nothing was
 * sent.
 */
public final class LateCopyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the reason, fit for a user. */
  public LateCopyException(String why) {
    super(why);
  }
}
