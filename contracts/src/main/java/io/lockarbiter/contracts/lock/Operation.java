package io.lockarbiter.contracts.lock;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation of a sub-account, and the modes that its paths get for it. */
public enum Operation {
  DOWNLOAD(Mode.READ, null),
  UPLOAD(Mode.PUT, null),
  CREATE_FOLDER(Mode.PUT, null),
  UPLOAD_FOLDER(Mode.ADD, null),
  DELETE(Mode.DELETE, null),
  RENAME(Mode.EXCLUSIVE, Mode.PUT),
  MOVE(Mode.EXCLUSIVE, Mode.PUT),
  COPY(Mode.READ, Mode.PUT),
  /** 1 to 16 explicit targets instead of path and destination. */
  CUSTOM(null, null),
  /** One that only newer arbiters know, in an event of theirs; its word stands beside it. */
  UNKNOWN(null, null);

  private static final List<Operation> KNOWN = List.of(values()).subList(0, UNKNOWN.ordinal());

  private final @Nullable Mode pathMode;
  private final @Nullable Mode destinationMode;

  Operation(@Nullable Mode pathMode, @Nullable Mode destinationMode) {
    this.pathMode = pathMode;
    this.destinationMode = destinationMode;
  }

  /** All but {@link #UNKNOWN}: those that may be asked for. */
  public static List<Operation> known() {
    return KNOWN;
  }

  /** Says whether the operation names a destination beside its path. */
  public boolean hasDestination() {
    return destinationMode != null;
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
