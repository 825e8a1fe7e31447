package io.lockarbiter.console.mirror;

/** An account cannot be shown now. */
public final class MirrorUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MirrorUnavailableException(String message) {
    super(message);
  }
}
