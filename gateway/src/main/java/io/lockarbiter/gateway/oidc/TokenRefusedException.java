package io.lockarbiter.gateway.oidc;

/** A token does not count here. The message is for the log. */
public final class TokenRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean hasEnded;

  TokenRefusedException(String why, boolean hasEnded) {
    super(why, null, false, /* writableStackTrace= */ false);
    this.hasEnded = hasEnded;
  }

  /** Says whether all is right with the token but its end, so that a new one helps. */
  public boolean hasEnded() {
    return hasEnded;
  }
}
