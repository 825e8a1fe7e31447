package io.lockarbiter.console.kafka;

/** Whether a command was stored is not known. */
public final class NotPublishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPublishedException(String why, Throwable cause) {
    super(why, cause);
  }
}
