package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.Nullable;

/** The key of a lock or request across accounts: lock ids are unique only within one account. */
public record LockKey(String account, String lockId) {
  private static final int ODD = 0x9E3779B1;

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LockKey key && key.lockId.equals(lockId) && key.account.equals(account);
  }

  /**
   * Combines the two hashes with different factors: ids of accounts and locks are often numbered
   * alike, and would collide otherwise.
   */
  @Override
  public int hashCode() {
    return account.hashCode() * ODD + lockId.hashCode();
  }
}
