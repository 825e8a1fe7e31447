package io.lockarbiter.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.console.security.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Makes a line of the users file, for operators without {@code htpasswd}. */
final class UserLine {
  private static final int LEAST_CHARACTERS = 8;

  /** Longest password, bytes of UTF-8: bcrypt ignores all further bytes. */
  private static final int MOST_BYTES = 72;

  private UserLine() {}

  /**
   * Makes a line.
   *
   * @param arguments name, role, and optionally patterns of accounts
   * @param password its first line is the password
   * @throws IllegalArgumentException if nobody could log in with the line; the message may be shown
   *     to a user, and does not contain the password
   */
  static String of(String[] arguments, BufferedReader password) throws IOException {
    if (arguments.length < 2
        || arguments.length > 3
        || Stream.of(arguments).anyMatch(word -> word.contains("\n"))
        || arguments[0].isBlank()
        || arguments[0].startsWith("#")
        || arguments[0].contains(":")
        || Stream.of(Role.values()).noneMatch(role -> word(role).equals(arguments[1]))) {
      throw new IllegalArgumentException(
          "expected: user NAME viewer|operator [ACCOUNTS], NAME without colon, ACCOUNTS such as 'acme*,beta'; the password comes from standard input");
    }
    String name = arguments[0] + ":" + new BCryptPasswordEncoder().encode(checked(password));
    return name + ":" + String.join(":", arguments).substring(arguments[0].length() + 1);
  }

  private static String checked(BufferedReader from) throws IOException {
    @Nullable String password = from.readLine();
    if (password == null
        || password.length() < LEAST_CHARACTERS
        || password.getBytes(UTF_8).length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the password on standard input has fewer than %d characters or more than %d bytes"
              .formatted(LEAST_CHARACTERS, MOST_BYTES));
    }
    return password;
  }

  private static String word(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
