package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies a halt and the facts behind it. */
public final class HaltId {
  private static final int BYTES = 4;

  private HaltId() {}

  /**
   * The id of a halt: eight hexadecimal digits.
   *
   * @param deployment the deployment of the partition
   * @param standing the facts of {@link StartFacts#standing}, or the mark of a foreign state; empty
   *     if nothing was read
   */
  public static String of(String deployment, int partition, HaltReason reason, String standing) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  "%s %d %s %s".formatted(deployment, partition, reason, standing).getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
