package io.lockarbiter.embedded.server;

import org.jspecify.annotations.Nullable;

/** An embedded server that did not start; the message says why and what to do. */
public final class EmbeddedStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  EmbeddedStartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  EmbeddedStartException(String message) {
    this(message, null);
  }
}
