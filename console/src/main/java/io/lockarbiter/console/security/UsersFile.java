package io.lockarbiter.console.security;

import io.lockarbiter.service.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/**
 * The users who may log in, read from a file at the start. Its lines are {@code name:bcrypt
 * hash:role} or {@code name:bcrypt hash:role:accounts}; empty lines and lines that begin with
 * {@code #} are ignored.
 */
public final class UsersFile implements UserDetailsService {
  private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}");
  private static final long MOST_BYTES = 1 << 20;

  private final Map<String, UserDetails> users = new HashMap<>();

  private UsersFile() {}

  /**
   * Reads the file.
   *
   * @throws StartupRefusedException if the file cannot be read, or a line is invalid; the message
   *     does not quote the line
   */
  public static UsersFile read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw bad(file, "has more than " + MOST_BYTES + " bytes");
      }
      return of(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw bad(file, "cannot be read: " + e);
    }
  }

  private static UsersFile of(Path file, List<String> lines) {
    UsersFile users = new UsersFile();
    for (int n = 0; n < lines.size(); n++) {
      String line = lines.get(n).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        users.add(file, n + 1, line.split(":", 4));
      }
    }
    if (users.users.isEmpty()) {
      throw bad(file, "names nobody");
    }
    return users;
  }

  private void add(Path file, int line, String[] parts) {
    if (parts.length < 3 || parts[0].isBlank() || !BCRYPT.matcher(parts[1]).matches()) {
      throw bad(
          file, "line " + line + " is not of the form name:bcrypt-hash:viewer|operator[:accounts]");
    }
    Role role = role(file, line, parts[2]);
    UserDetails user =
        User.withUsername(parts[0])
            .password(parts[1])
            .authorities(Actor.authorities(role, parts.length == 4 ? parts[3] : "*"))
            .build();
    if (users.put(parts[0], user) != null) {
      throw bad(file, "line " + line + " names somebody twice");
    }
  }

  private static Role role(Path file, int line, String text) {
    for (Role role : Role.values()) {
      if (role.name().toLowerCase(Locale.ROOT).equals(text.strip())) {
        return role;
      }
    }
    throw bad(file, "line " + line + " has a role that is neither viewer nor operator");
  }

  private static StartupRefusedException bad(Path file, String what) {
    return new StartupRefusedException(
        "lockarbiter.console.users-file=%s %s; nobody could log in as it says, so the console does not start. Fix: one line per user, name:bcrypt-hash:viewer or :operator, and optionally :accounts such as acme*,beta"
            .formatted(file, what));
  }

  @Override
  public UserDetails loadUserByUsername(String name) {
    UserDetails user = users.get(name);
    if (user == null) {
      throw new UsernameNotFoundException("unknown");
    }
    return User.withUserDetails(user).build();
  }
}
