package io.lockarbiter.contracts.codec;

import java.util.List;

/** The {@code type} of a command on the wire. */
enum CommandType {
  ACQUIRE("acquire"),
  RENEW("renew"),
  RELEASE("release"),
  FORCE_RELEASE("forceRelease"),
  /** From the arbiter, without account. */
  TICK("tick"),
  /** From the arbiter, without account. */
  SETTINGS("settings");

  /** The types that belong to an account. */
  static final List<CommandType> OF_ACCOUNTS = List.of(ACQUIRE, RENEW, RELEASE, FORCE_RELEASE);

  private final String text;

  CommandType(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
