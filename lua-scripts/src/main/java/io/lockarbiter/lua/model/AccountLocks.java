package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockCharge;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The held locks of one account: by id, by path, and how many each sub-account has. */
final class AccountLocks {
  private final Map<String, HeldLock> byId = new HashMap<>();
  private final PathIndex<HeldLock> byPathAndToken = new PathIndex<>();
  private final Map<String, Integer> countBySubAccount = new HashMap<>();
  private final Map<String, Long> bytesBySubAccount = new HashMap<>();
  private long bytes;

  void add(HeldLock lock) {
    byId.put(lock.fields().lockId(), lock);
    byPathAndToken.add(lock.fields(), lock.token(), lock);
    countBySubAccount.merge(lock.fields().owner().subAccount(), 1, Integer::sum);
    charge(lock, 1);
  }

  void remove(HeldLock lock) {
    byId.remove(lock.fields().lockId());
    byPathAndToken.remove(lock.fields(), lock.token());
    countBySubAccount.computeIfPresent(
        lock.fields().owner().subAccount(), (name, count) -> count == 1 ? null : count - 1);
    charge(lock, -1);
  }

  private void charge(HeldLock lock, int by) {
    long charged = by * bytes(lock);
    bytes += charged;
    bytesBySubAccount.merge(
        lock.fields().owner().subAccount(),
        charged,
        (before, change) -> before + change == 0 ? null : before + change);
  }

  static long bytes(HeldLock lock) {
    return LockCharge.of(lock.account(), lock.fields(), lock.replyTo()).held();
  }

  @Nullable HeldLock find(String lockId) {
    return byId.get(lockId);
  }

  int count() {
    return byId.size();
  }

  int countOf(String subAccount) {
    return countBySubAccount.getOrDefault(subAccount, 0);
  }

  /** Bytes charged for them. */
  long bytes() {
    return bytes;
  }

  long bytesOf(String subAccount) {
    return bytesBySubAccount.getOrDefault(subAccount, 0L);
  }

  PathIndex<HeldLock> byPath() {
    return byPathAndToken;
  }
}
