package io.lockarbiter.gateway.access;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of subjects: lines of {@code SUBJECT:SHA-256 of the key in hex}. A subject may have
 * several, so that one can replace another. Keys have 256 random bits, so a plain hash hides them:
 * there is nothing to guess.
 */
public final class ApiKeys {
  private static final String BEGIN = "la_";
  private static final int KEY_BYTES = 32;
  private static final int MOST_CHARACTERS = 100;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Map<String, String> subjects = new HashMap<>();

  private ApiKeys() {}

  /**
   * Reads the lines of a file; empty ones and those that begin with {@code #} are ignored.
   *
   * @throws IllegalArgumentException if a line is invalid; the message does not quote it
   */
  public static ApiKeys of(List<String> lines) {
    ApiKeys keys = new ApiKeys();
    for (int n = 0; n < lines.size(); n++) {
      String line = lines.get(n).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        keys.add("line " + (n + 1), line.split(":", -1));
      }
    }
    return keys;
  }

  private void add(String where, String[] parts) {
    if (parts.length != 2 || !HASH.matcher(parts[1]).matches()) {
      throw new IllegalArgumentException(
          where + " is not of the form SUBJECT:SHA-256 in 64 hexadecimal digits");
    }
    Subject.check(where, parts[0]);
    if (subjects.put(parts[1], parts[0]) != null) {
      throw new IllegalArgumentException(where + " has a key that another line has too");
    }
  }

  /** The sender whose key it is; null if it is nobody's. */
  @Nullable Identity owner(String key) {
    if (key.length() > MOST_CHARACTERS) {
      return null;
    }
    String hash = hash(key);
    String subject = subjects.get(hash);
    return subject == null ? null : Identity.ofKey(subject, hash);
  }

  /** Says whether a key of this hash is the subject's. */
  boolean isOf(String hash, String subject) {
    return subject.equals(subjects.get(hash));
  }

  /** A new key, which nobody can guess. */
  public static String generate(SecureRandom random) {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return BEGIN + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The line of the file for a key. */
  public static String line(String subject, String key) {
    Subject.check("the line", subject);
    return subject + ":" + hash(key);
  }

  static String hash(String key) {
    return Digest.of(key);
  }
}
