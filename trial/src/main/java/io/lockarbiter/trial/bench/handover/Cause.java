package io.lockarbiter.trial.bench.handover;

/** What a partition may stand still of. */
public enum Cause {
  /** Nothing happens. */
  QUIET("quiet"),
  /** An arbiter of another deployment starts: a JVM takes the cores, the group does not change. */
  STRANGER("a stranger starts"),
  /** One instance more, until the group hears of it. */
  START("an instance starts"),
  /** One instance more, from when the group hears of it. */
  JOIN("join"),
  /** One instance less, by SIGTERM. */
  LEAVE("leave"),
  /** SIGTERM to an instance while its successor starts. */
  RESTART("rolling restart"),
  /** One instance less, by SIGKILL. */
  KILL("SIGKILL");

  private final String words;

  Cause(String words) {
    this.words = words;
  }

  /** Says whether the group stays as it is. */
  public boolean isControl() {
    return this == QUIET || this == STRANGER || this == START;
  }

  @Override
  public String toString() {
    return words;
  }
}
