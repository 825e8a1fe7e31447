package io.lockarbiter.contracts.lock;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a lock or waiting request: a sub-account plus, if given, one of its sessions.
 * Another session is another owner.
 *
 * @param session null if the sub-account acts without one
 */
public record Owner(String subAccount, @Nullable String session) {
  // Written out because an audit asks several times for each event: what a record makes by itself
  // is slower.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Owner owner
        && owner.subAccount.equals(subAccount)
        && Objects.equals(owner.session, session);
  }

  @Override
  public int hashCode() {
    return 31 * subAccount.hashCode() + Objects.hashCode(session);
  }
}
