package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.console.security.UsersFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class UserLineTest {
  @Test
  void line_isOneThatTheUsersFileHas(@TempDir Path directory) throws IOException {
    String line = line("a long secret\nnot this", "vera", "viewer", "acme*,beta");
    assertThat(line).startsWith("vera:$2a$10$").endsWith(":viewer:acme*,beta");
    UserDetails user =
        UsersFile.read(Files.writeString(directory.resolve("users"), line + "\n"))
            .loadUserByUsername("vera");
    assertThat(new BCryptPasswordEncoder().matches("a long secret", user.getPassword())).isTrue();
    assertThat(user.getAuthorities())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("ROLE_VIEWER", "ACCOUNTS_acme*,beta");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "vera",
        "vera admin",
        "ve:ra viewer",
        "#vera viewer",
        "vera viewer acme* more"
      })
  void argumentsThatMakeNoLogin_areRefused(String arguments) {
    assertThatThrownBy(() -> line("a long secret", arguments.split(" ")))
        .hasMessageStartingWith("expected: user NAME viewer|operator [ACCOUNTS]");
  }

  @Test
  void passwordThatIsTooShortOrCutByBcrypt_isRefusedWithoutIt() {
    for (String password : new String[] {"", "secret7", "x".repeat(73)}) {
      assertThatThrownBy(() -> line(password, "vera", "viewer"))
          .hasMessage(
              "the password on standard input has fewer than 8 characters or more than 72 bytes");
    }
  }

  private static String line(String input, String... arguments) throws IOException {
    return UserLine.of(arguments, new BufferedReader(new StringReader(input)));
  }
}
