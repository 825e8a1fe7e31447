package io.lockarbiter.cli.locks;

import io.lockarbiter.contracts.lock.Mode;

/** A kind of lock that keeps others from changing something and never acts. */
enum Protection {
  CHECK_OUT(Mode.GUARD, "check-out"),
  FREEZE(Mode.FREEZE, "freeze");

  private final Mode mode;
  private final String word;

  Protection(Mode mode, String word) {
    this.mode = mode;
    this.word = word;
  }

  /** The mode of all its targets. */
  Mode mode() {
    return mode;
  }

  /** One of them, for people. */
  String word() {
    return word;
  }

  /** Several of them, for people. */
  String words() {
    return word + "s";
  }

  /** Says whether a lock is one. */
  boolean has(ListedLock lock) {
    return !lock.targets().isEmpty()
        && lock.targets().stream().allMatch(target -> mode.name().equals(target.mode()));
  }
}
