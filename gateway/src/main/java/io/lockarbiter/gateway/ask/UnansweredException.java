package io.lockarbiter.gateway.ask;

/** No answer came in time, or none can come; whether the command was decided is not known. */
public final class UnansweredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the reason, fit for a user. */
  public UnansweredException(String why) {
    super(why);
  }
}
