package io.lockarbiter.arbiter.repair;

/** Nothing is repaired and nothing was changed; the message gives the reason. */
public final class RepairRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RepairRefusedException(String message) {
    super(message);
  }
}
