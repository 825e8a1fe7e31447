package io.lockarbiter.gateway.oidc;

import java.time.Duration;

/** The provider's keys are not known, so nothing can be said of a token. */
public final class ProviderAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  ProviderAwayException(String why, Duration retryAfter) {
    super(why, null, false, /* writableStackTrace= */ false);
    this.retryAfter = retryAfter;
  }

  /** The time after which the provider may be asked again. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
