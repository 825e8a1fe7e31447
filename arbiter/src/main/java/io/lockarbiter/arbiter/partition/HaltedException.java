package io.lockarbiter.arbiter.partition;

/** A partition must stand still. */
public final class HaltedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Halt halt;

  /** Stops what was under way. */
  public HaltedException(Halt halt) {
    super(halt.message());
    this.halt = halt;
  }

  /** Why, and what to do. */
  public Halt halt() {
    return halt;
  }
}
