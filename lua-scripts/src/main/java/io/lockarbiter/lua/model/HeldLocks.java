package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.HeldLock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The held locks of a partition: by account, and in the order in which their leases end. */
final class HeldLocks {
  private final Map<String, AccountLocks> byAccount = new HashMap<>();
  private final NavigableSet<HeldLock> byExpiry = new TreeSet<>(HeldLocks::compareEnds);
  private long bytes;

  private static int compareEnds(HeldLock one, HeldLock other) {
    int byEnd = Long.compare(one.expiresAt(), other.expiresAt());
    return byEnd == 0 ? Long.compare(one.token(), other.token()) : byEnd;
  }

  HeldLocks copy() {
    HeldLocks copy = new HeldLocks();
    byExpiry.forEach(copy::add);
    return copy;
  }

  /** Bytes charged for all held locks of the partition. */
  long bytes() {
    return bytes;
  }

  void add(HeldLock lock) {
    bytes += byAccount.computeIfAbsent(lock.account(), account -> new AccountLocks()).add(lock);
    byExpiry.add(lock);
  }

  void remove(HeldLock lock) {
    byAccount.computeIfPresent(
        lock.account(),
        (account, locks) -> {
          bytes -= locks.remove(lock);
          return locks.count() == 0 ? null : locks;
        });
    byExpiry.remove(lock);
  }

  /** The locks of an account, to be read only. */
  AccountLocks of(String account) {
    AccountLocks locks = byAccount.get(account);
    return locks == null ? AccountLocks.NONE : locks;
  }

  @Nullable HeldLock find(String account, String lockId) {
    return of(account).find(lockId);
  }

  /** The lock whose lease ends next; of those that end together, the one granted first. */
  @Nullable HeldLock nextToExpire() {
    return byExpiry.isEmpty() ? null : byExpiry.first();
  }

  int count() {
    return byExpiry.size();
  }

  List<HeldLock> inTokenOrder() {
    return byExpiry.stream().sorted(Comparator.comparingLong(HeldLock::token)).toList();
  }
}
