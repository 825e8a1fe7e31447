package io.lockarbiter.console.kafka;

/** It is unknown whether a command was stored. */
public final class NotPublishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPublishedException(String why, Throwable cause) {
    super(why, cause);
  }
}
