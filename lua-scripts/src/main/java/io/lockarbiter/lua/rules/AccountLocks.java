package io.lockarbiter.lua.rules;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The held locks of one account: by id, by path, and how many each sub-account has. */
final class AccountLocks {
  private final Map<String, HeldLock> byId = new HashMap<>();
  private final NavigableMap<LockPath, NavigableMap<Long, HeldLock>> byPathAndToken =
      new TreeMap<>();
  private final Map<String, Integer> countBySubAccount = new HashMap<>();

  void add(HeldLock lock) {
    byId.put(lock.fields().lockId(), lock);
    for (Target target : lock.fields().targets()) {
      byPathAndToken
          .computeIfAbsent(target.path(), path -> new TreeMap<>())
          .put(lock.token(), lock);
    }
    countBySubAccount.merge(lock.fields().owner().subAccount(), 1, Integer::sum);
  }

  void remove(HeldLock lock) {
    byId.remove(lock.fields().lockId());
    for (Target target : lock.fields().targets()) {
      byPathAndToken.computeIfPresent(
          target.path(),
          (path, locks) -> {
            locks.remove(lock.token());
            return locks.isEmpty() ? null : locks;
          });
    }
    countBySubAccount.computeIfPresent(
        lock.fields().owner().subAccount(), (name, count) -> count == 1 ? null : count - 1);
  }

  @Nullable HeldLock find(String lockId) {
    return byId.get(lockId);
  }

  Collection<HeldLock> all() {
    return byId.values();
  }

  int count() {
    return byId.size();
  }

  int countOf(String subAccount) {
    return countBySubAccount.getOrDefault(subAccount, 0);
  }

  /** The locks with a target exactly there, in the order of their tokens. */
  Collection<HeldLock> at(LockPath path) {
    NavigableMap<Long, HeldLock> there = byPathAndToken.get(path);
    return there == null ? List.of() : there.values();
  }

  /** The paths strictly below that some lock has a target at, in path order. */
  Stream<LockPath> pathsBelow(LockPath path) {
    return byPathAndToken.tailMap(path, false).keySet().stream().takeWhile(path::isAbove);
  }
}
