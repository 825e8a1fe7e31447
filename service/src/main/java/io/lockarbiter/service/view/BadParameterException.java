package io.lockarbiter.service.view;

/** Says what is wrong with a parameter of an HTTP request, fit for a user. */
public final class BadParameterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem that starts with the parameter's name. */
  public BadParameterException(String message) {
    super(message);
  }
}
