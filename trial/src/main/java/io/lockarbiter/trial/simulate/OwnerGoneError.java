package io.lockarbiter.trial.simulate;

/** The process that made the call has ended: no part of it may catch this. */
final class OwnerGoneError extends Error {
  private static final long serialVersionUID = 1L;

  OwnerGoneError() {
    super("gone", null, false, false);
  }
}
