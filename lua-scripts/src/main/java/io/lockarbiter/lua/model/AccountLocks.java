package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.HeldLock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The held locks of one account: by id, by path, and how many each sub-account has. */
final class AccountLocks {
  private final Map<String, HeldLock> byId = new HashMap<>();
  private final PathIndex<HeldLock> byPathAndToken = new PathIndex<>();
  private final Map<String, Integer> countBySubAccount = new HashMap<>();

  void add(HeldLock lock) {
    byId.put(lock.fields().lockId(), lock);
    byPathAndToken.add(lock.fields(), lock.token(), lock);
    countBySubAccount.merge(lock.fields().owner().subAccount(), 1, Integer::sum);
  }

  void remove(HeldLock lock) {
    byId.remove(lock.fields().lockId());
    byPathAndToken.remove(lock.fields(), lock.token());
    countBySubAccount.computeIfPresent(
        lock.fields().owner().subAccount(), (name, count) -> count == 1 ? null : count - 1);
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

  PathIndex<HeldLock> byPath() {
    return byPathAndToken;
  }
}
