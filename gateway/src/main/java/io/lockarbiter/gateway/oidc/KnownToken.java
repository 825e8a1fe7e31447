package io.lockarbiter.gateway.oidc;

import io.lockarbiter.gateway.access.Identity;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A token whose signature was found good.
 *
 * @param who its sender
 * @param notBefore when it begins to count; null = at once
 * @param expiresAt when it ends
 */
record KnownToken(Identity who, @Nullable Instant notBefore, Instant expiresAt) {
  /**
   * Its sender, if it counts at this time.
   *
   * @param skew how far the provider's clock may differ
   * @throws TokenRefusedException if it has ended, or is not valid yet
   */
  Identity at(Instant now, Duration skew) {
    requireInTime(notBefore, expiresAt, now, skew);
    return who;
  }

  static void requireInTime(
      @Nullable Instant notBefore, Instant expiresAt, Instant now, Duration skew) {
    if (now.minus(skew).isAfter(expiresAt)) {
      throw new TokenRefusedException("it has ended", true);
    }
    if (notBefore != null && now.plus(skew).isBefore(notBefore)) {
      throw new TokenRefusedException("it is not valid yet", false);
    }
  }
}
