package io.lockarbiter.contracts.command;

import java.util.List;

/** The type of a command; {@link #text()} is its {@code type} on the wire. */
public enum CommandType {
  ACQUIRE("acquire"),
  RENEW("renew"),
  RELEASE("release"),
  FORCE_RELEASE("forceRelease"),
  YIELD("yield"),
  /** From the arbiter, without account. */
  TICK("tick"),
  /** From the arbiter, without account. */
  SETTINGS("settings");

  /** The types that belong to an account. */
  public static final List<CommandType> OF_ACCOUNTS =
      List.of(ACQUIRE, RENEW, RELEASE, FORCE_RELEASE, YIELD);

  private final String text;

  CommandType(String text) {
    this.text = text;
  }

  /** The type as it stands in commands, such as {@code acquire}. */
  public String text() {
    return text;
  }
}
