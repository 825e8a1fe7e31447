package io.lockarbiter.contracts.lock;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation of a sub-account, and the modes that its paths get for it. */
public enum Operation {
  DOWNLOAD(1, Mode.READ, null),
  UPLOAD(1, Mode.PUT, null),
  CREATE_FOLDER(1, Mode.PUT, null),
  UPLOAD_FOLDER(1, Mode.ADD, null),
  DELETE(1, Mode.DELETE, null),
  RENAME(1, Mode.EXCLUSIVE, Mode.PUT),
  MOVE(1, Mode.EXCLUSIVE, Mode.PUT),
  COPY(1, Mode.READ, Mode.PUT),
  /** 1 to 16 explicit targets instead of path and destination. */
  CUSTOM(1, null, null),
  CHECK_OUT(1, Mode.GUARD, null),
  FREEZE(1, Mode.FREEZE, null),
  /** Its path is {@code /}. */
  CLOSE(1, Mode.CLOSE, null),
  /**
   * An operation that only newer arbiters know, in one of their events; its word stands beside it.
   */
  UNKNOWN(1, null, null);

  private static final List<Operation> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final int sinceRules;
  private final @Nullable Mode pathMode;
  private final @Nullable Mode destinationMode;

  Operation(int sinceRules, @Nullable Mode pathMode, @Nullable Mode destinationMode) {
    this.sinceRules = sinceRules;
    this.pathMode = pathMode;
    this.destinationMode = destinationMode;
  }

  /** All operations except {@link #UNKNOWN}: those that a request may ask for. */
  public static List<Operation> known() {
    return KNOWN;
  }

  /**
   * The first version of the rules that has this operation; it is unknown in a log of earlier
   * rules.
   */
  public int sinceRules() {
    return sinceRules;
  }

  /** Says whether the operation names a destination beside its path. */
  public boolean hasDestination() {
    return destinationMode != null;
  }

  /**
   * The problem with a destination, in words that follow the field's name; null if there is none. A
   * rename and a move may name their own path: they then change only how its name is written, such
   * as from NFD to NFC.
   */
  public @Nullable String problem(LockPath path, LockPath destination) {
    if (pathMode == Mode.EXCLUSIVE) {
      return path.isAbove(destination)
          ? "is below path, expected path itself or a place outside it"
          : null;
    }
    return path.isAtOrAbove(destination)
        ? "is at or below path, expected a place outside it"
        : null;
  }

  /** Says whether the operation names its targets itself instead of a path. */
  public boolean hasExplicitTargets() {
    return this == CUSTOM;
  }

  /**
   * The targets of an operation that names paths.
   *
   * @param destination null exactly if {@link #hasDestination()} is false
   * @throws IllegalStateException for {@link #CUSTOM} and {@link #UNKNOWN}
   */
  public List<Target> targets(LockPath path, @Nullable LockPath destination) {
    if (pathMode == null) {
      throw new IllegalStateException(this + " names its targets itself");
    }
    Target first = new Target(path, pathMode);
    return destinationMode == null || destination == null
        ? List.of(first)
        : List.of(first, new Target(destination, destinationMode));
  }
}
