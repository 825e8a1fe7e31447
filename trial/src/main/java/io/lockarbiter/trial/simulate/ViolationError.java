package io.lockarbiter.trial.simulate;

/** A guarantee was broken; the message names it. No part of the arbiter may catch this. */
final class ViolationError extends Error {
  private static final long serialVersionUID = 1L;

  ViolationError(String message) {
    super(message);
  }
}
