package io.lockarbiter.gateway.access;

import java.util.regex.Pattern;

/** The rule for names of subjects. They begin the ids of their commands, so they are short. */
public final class Subject {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  private Subject() {}

  /**
   * Checks a name.
   *
   * @param where where it stands, for the message
   * @throws IllegalArgumentException if it is none
   */
  static void check(String where, String name) {
    if (!isValid(name)) {
      throw new IllegalArgumentException(
          where
              + " has a subject that is no name, expected 1 to 64 of A-Z a-z 0-9 . _ @ -, beginning with a letter or digit");
    }
  }

  /** Says whether a text is a subject's name. */
  public static boolean isValid(String name) {
    return NAME.matcher(name).matches();
  }
}
