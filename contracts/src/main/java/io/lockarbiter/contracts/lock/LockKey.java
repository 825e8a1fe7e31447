package io.lockarbiter.contracts.lock;

/** Which lock or request: lock ids are unique per account only. */
public record LockKey(String account, String lockId) {
  private static final int ODD = 0x9E3779B1;

  /** Ids of accounts and locks are often numbered alike; multiplied apart, they do not collide. */
  @Override
  public int hashCode() {
    return account.hashCode() * ODD + lockId.hashCode();
  }
}
