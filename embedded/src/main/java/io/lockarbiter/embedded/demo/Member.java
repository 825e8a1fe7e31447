package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A sub-account in its account, in one of its sessions.
 *
 * @param session null if it acts without one
 */
record Member(String account, String subAccount, @Nullable String session) {
  /** Returns the member as the owner of locks. */
  Owner owner() {
    return new Owner(subAccount, session);
  }

  /**
   * Returns the same sub-account in another session: its locks there and elsewhere exclude each
   * other, while within one session they never do.
   */
  Member inSession(String name) {
    return new Member(account, subAccount, name);
  }
}
