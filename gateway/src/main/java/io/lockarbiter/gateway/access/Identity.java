package io.lockarbiter.gateway.access;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request, as his key or his token tells.
 *
 * @param subject his name; that of a token has its provider before a colon, which no key's has
 * @param claims the values of the token's claims that rules may name; none of a key
 * @param keyHash the hash of the key; null if it was a token
 * @param endsAt when the token counts no more; null if it was a key
 */
public record Identity(
    String subject,
    Map<String, List<String>> claims,
    @Nullable String keyHash,
    @Nullable Instant endsAt) {
  /** Heap of a list, a text or an entry of a map, beside the letters. */
  private static final long OBJECT_BYTES = 64;

  /** The sender of a key. */
  public static Identity ofKey(String subject, String keyHash) {
    return new Identity(subject, Map.of(), keyHash, null);
  }

  /** The sender of a token. */
  public static Identity ofToken(String subject, Map<String, List<String>> claims, Instant endsAt) {
    return new Identity(subject, claims, null, endsAt);
  }

  /** The values of a claim; none if the token does not have it. */
  List<String> values(String claim) {
    return claims.getOrDefault(claim, List.of());
  }

  /** The heap that the claims take at most, in bytes. */
  public long claimsBytes() {
    long bytes = 0;
    for (Map.Entry<String, List<String>> claim : claims.entrySet()) {
      bytes += 2 * OBJECT_BYTES;
      for (String value : claim.getValue()) {
        bytes += OBJECT_BYTES + 2L * value.length();
      }
    }
    return bytes;
  }
}
