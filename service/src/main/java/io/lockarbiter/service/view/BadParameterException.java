package io.lockarbiter.service.view;

/** A parameter of an HTTP request is wrong; the message says so to a user. */
public final class BadParameterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem; its message starts with the parameter's name. */
  public BadParameterException(String message) {
    super(message);
  }
}
