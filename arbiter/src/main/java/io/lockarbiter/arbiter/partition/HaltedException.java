package io.lockarbiter.arbiter.partition;

/** A partition must halt. */
public final class HaltedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Halt halt;

  /** Stops the present work with a halt. */
  public HaltedException(Halt halt) {
    super(halt.message());
    this.halt = halt;
  }

  /** The halt, with its reason and remedy. */
  public Halt halt() {
    return halt;
  }
}
