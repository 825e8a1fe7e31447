package io.lockarbiter.gateway.ask;

/** A request under way has the same key and asks for something else; nothing was sent. */
public final class OtherRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception with the reason, fit for a user. */
  public OtherRequestException(String why) {
    super(why);
  }
}
