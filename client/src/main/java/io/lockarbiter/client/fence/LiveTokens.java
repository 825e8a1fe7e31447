package io.lockarbiter.client.fence;

import java.util.OptionalLong;

/** Tells which tokens may still be alive, so that a guard can forget the others. */
@FunctionalInterface
public interface LiveTokens {
  /**
   * A lower bound of the tokens that locks of the account have or will have, for {@link
   * FencingGuard#forgetBelow}. It may be lower than necessary, and lower than before; never too
   * high.
   *
   * @return empty as long as it is not known
   */
  OptionalLong lowest(String account);
}
