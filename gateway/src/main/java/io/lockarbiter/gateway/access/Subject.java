package io.lockarbiter.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The rules for names of subjects. They begin the ids of their commands, so they are short. A
 * subject of a token has a colon and one of a key has none, so neither is taken for the other.
 */
public final class Subject {
  private static final int MOST_CHARACTERS = 80;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
  private static final Pattern PROVIDER = Pattern.compile("[a-z][a-z0-9-]{0,15}");
  private static final Pattern OF_TOKEN =
      Pattern.compile(
          "[a-z][a-z0-9-]{0,15}:(?:~[A-Za-z0-9_-]{43}|(?:[A-Za-z0-9._@|/+=:-]|%[0-9A-F]{2})+)");
  private static final String PLAIN = "._@|/+=:-";
  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-F]{2})");
  private static final Pattern CUT_ESCAPE = Pattern.compile("%[0-9A-F]?(?=\\*)");

  private Subject() {}

  /**
   * Checks a name of a key's subject.
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

  /**
   * Checks a name of a subject of a key or of a token.
   *
   * @throws IllegalArgumentException if it is none
   */
  static void checkAny(String where, String name) {
    if (name.indexOf(':') < 0) {
      check(where, name);
    } else if (name.length() > MOST_CHARACTERS
        || !OF_TOKEN.matcher(name).matches()
        || !canBeOfToken(name.substring(name.indexOf(':') + 1))) {
      throw new IllegalArgumentException(
          where
              + " has a subject with a colon that no token can have, expected PROVIDER:SUBJECT as attributes and logs show it: at most 80 characters, others than A-Z a-z 0-9 . _ @ | / + = : - as %XX");
    }
  }

  /** A digest, or a text that some subject is encoded to: not {@code %41}, which is an A. */
  private static boolean canBeOfToken(String encoded) {
    return encoded.startsWith("~") || fitsSome(encoded);
  }

  /** Says whether a text is the name of a key's subject. */
  public static boolean isValid(String name) {
    return NAME.matcher(name).matches();
  }

  /** Says whether a text is the name of a provider of tokens. */
  public static boolean isProvider(String name) {
    return PROVIDER.matcher(name).matches() && !name.equals(ClaimRule.WORD);
  }

  /**
   * The name of a token's subject: the provider, a colon, and the subject with {@code %XX} for each
   * UTF-8 byte of unusual characters. A longer one is told by its SHA-256, after a tilde. Two
   * subjects of a provider have two names.
   *
   * @param subject without lone surrogates
   */
  public static String ofToken(String provider, String subject) {
    String name = provider + ":" + encoded(subject);
    return name.length() <= MOST_CHARACTERS ? name : provider + ":~" + digest(subject);
  }

  /** A text as rules write it: without white space, commas and stars. */
  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(UTF_8)) {
      if (isPlain(each)) {
        encoded.append((char) each);
      } else {
        encoded.append("%%%02X".formatted(each & 0xFF));
      }
    }
    return encoded.toString();
  }

  private static boolean isPlain(int each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || PLAIN.indexOf(each) >= 0;
  }

  /**
   * Says whether a name or pattern of a rule fits some text as {@link #encoded} writes it. A star
   * may stand amid the bytes of a letter.
   */
  static boolean fitsSome(String pattern) {
    String whole = CUT_ESCAPE.matcher(pattern).replaceAll("");
    boolean isWritable =
        ESCAPE.matcher(whole).replaceAll("").chars().allMatch(each -> each == '*' || isPlain(each))
            && ESCAPE
                .matcher(whole)
                .results()
                .noneMatch(escape -> isPlain(Integer.parseInt(escape.group(1), 16)));
    return isWritable
        && !pattern.isEmpty()
        && (pattern.indexOf('*') >= 0 || pattern.equals(encoded(decoded(pattern))));
  }

  /** The text whose bytes it may be; others where the bytes are no UTF-8. */
  private static String decoded(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int n = 0; n < encoded.length(); n++) {
      if (encoded.charAt(n) == '%') {
        bytes.write(Integer.parseInt(encoded, n + 1, n + 3, 16));
        n += 2;
      } else {
        bytes.write(encoded.charAt(n));
      }
    }
    return bytes.toString(UTF_8);
  }

  private static String digest(String text) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
