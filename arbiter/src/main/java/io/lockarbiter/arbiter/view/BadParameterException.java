package io.lockarbiter.arbiter.view;

/** Says what is wrong with a request to the HTTP view, fit for a user. */
final class BadParameterException extends RuntimeException {
  BadParameterException(String message) {
    super(message);
  }
}
