package io.lockarbiter.trial.simulate;

/** A promise was broken; the message says which. Nothing of the arbiter may catch it. */
final class ViolationError extends Error {
  private static final long serialVersionUID = 1L;

  ViolationError(String message) {
    super(message);
  }
}
