package io.lockarbiter.client.fence;

import java.util.OptionalLong;

/** Tells which tokens can still be alive, and so what a guard may forget. */
@FunctionalInterface
public interface LiveTokens {
  /**
   * A token that is not above any that a lock of the account has, or will have: what {@link
   * FencingGuard#forgetBelow} may be given. It may be lower than it need be, and lower than it was
   * before; never too high.
   *
   * @return empty as long as it is not known
   */
  OptionalLong lowest(String account);
}
