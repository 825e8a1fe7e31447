package io.lockarbiter.trial.simulate;

/** Another owner publishes for the partition. */
final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FencedException() {
    super("fenced", null, false, false);
  }
}
