package io.lockarbiter.embedded.server;

import org.jspecify.annotations.Nullable;

/** An embedded server did not start; the message gives reason and remedy. */
public final class EmbeddedStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EmbeddedStartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public EmbeddedStartException(String message) {
    this(message, null);
  }
}
