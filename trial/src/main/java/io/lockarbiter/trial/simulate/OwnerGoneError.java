package io.lockarbiter.trial.simulate;

/** The process that made a call is gone: nothing of it may catch this. */
final class OwnerGoneError extends Error {
  private static final long serialVersionUID = 1L;

  OwnerGoneError() {
    super("gone", null, false, false);
  }
}
