package io.lockarbiter.gateway.policy;

import java.time.Duration;

/** The policy engine did not answer well, so nothing is allowed. The message is for the log. */
public final class PolicyAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Duration AGAIN = Duration.ofSeconds(1);

  PolicyAwayException(String why) {
    super(why, null, false, /* writableStackTrace= */ false);
  }

  /** The time after which it is worth to ask again. */
  public Duration retryAfter() {
    return AGAIN;
  }
}
