package io.lockarbiter.trial.simulate;

/** Kafka does not answer. */
final class SilentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SilentException() {
    super("no answer", null, false, false);
  }
}
