package io.lockarbiter.contracts.lock;

/**
 * One path and the mode in which a lock uses it. A lock has one or more targets and gets all of
 * them or none.
 *
 * @param modeWord the mode as it stands in the event, also if it is {@link Mode#UNKNOWN}
 */
public record Target(LockPath path, Mode mode, String modeWord) {
  /** A target with a mode that this version knows. */
  public Target(LockPath path, Mode mode) {
    this(path, mode, mode.name());
  }

  /** This target at another path, in the same mode. */
  public Target at(LockPath other) {
    return new Target(other, mode, modeWord);
  }

  @Override
  public String toString() {
    return "Target[path=%s, mode=%s]".formatted(path, modeWord);
  }
}
