package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A sub-account in its account, in one of its sessions.
 *
 * @param session null where it acts without one
 */
record Member(String account, String subAccount, @Nullable String session) {
  /** The member as the owner of locks. */
  Owner owner() {
    return new Owner(subAccount, session);
  }

  /**
   * The same sub-account in another session: what it does there is kept apart from what it does
   * elsewhere, while within a session its own locks never stand in its way.
   */
  Member inSession(String name) {
    return new Member(account, subAccount, name);
  }
}
