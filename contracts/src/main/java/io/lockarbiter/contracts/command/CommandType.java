package io.lockarbiter.contracts.command;

import java.util.List;

/** The type of a command; {@link #text()} is its {@code type} on the wire. */
public enum CommandType {
  ACQUIRE("acquire", 1),
  RENEW("renew", 1),
  RELEASE("release", 1),
  FORCE_RELEASE("forceRelease", 1),
  YIELD("yield", 1),
  RELEASE_ALL("releaseAll", 1),
  KEEP_ALIVE("keepAlive", 1),
  /** Sent by the arbiter, without account. */
  TICK("tick", 1),
  /** Sent by the arbiter, without account. */
  SETTINGS("settings", 1);

  /** The types that belong to an account. */
  public static final List<CommandType> OF_ACCOUNTS =
      List.of(ACQUIRE, RENEW, RELEASE, FORCE_RELEASE, YIELD, RELEASE_ALL, KEEP_ALIVE);

  private final String text;
  private final int sinceRules;

  CommandType(String text, int sinceRules) {
    this.text = text;
    this.sinceRules = sinceRules;
  }

  /** The type as it stands in commands, such as {@code acquire}. */
  public String text() {
    return text;
  }

  /** The first version of the rules that has this type; it is unknown in a log of earlier rules. */
  public int sinceRules() {
    return sinceRules;
  }
}
