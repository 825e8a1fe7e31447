package io.lockarbiter.spring.integration;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Turns a key into one segment of a path: a short, plain key unchanged, so that people recognise
 * it; any other as a digest. Different keys give different segments. Where a deployment compares
 * names without case, short plain keys that differ in case alone exclude each other.
 */
final class KeySegment {
  private static final String DIGEST = "sha256-";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._:-]{0,127}");

  private KeySegment() {}

  static String of(String key) {
    if (PLAIN.matcher(key).matches() && !key.startsWith(DIGEST)) {
      return key;
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(key));
      return DIGEST + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The bytes char by char, because UTF-8 turns every lone surrogate into the same question mark.
   */
  private static byte[] bytes(String key) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * key.length());
    key.chars().forEach(c -> bytes.putChar((char) c));
    return bytes.array();
  }
}
