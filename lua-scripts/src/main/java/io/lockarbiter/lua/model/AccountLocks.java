package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockCharge;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The held locks of one account: by id, by path, and counted by sub-account. */
final class AccountLocks {
  /** Those of an account that has none; to be read only. */
  static final AccountLocks NONE = new AccountLocks(new Sessions());

  private static final PathIndex<HeldLock> NO_LOCKS = new PathIndex<>();

  private final Map<String, HeldLock> byId = new HashMap<>();
  private final PathIndex<HeldLock> byPathAndToken = new PathIndex<>();
  private final AccountTotals totals = new AccountTotals();
  private final BySubAccount<HeldLock> bySubAccount = new BySubAccount<>();
  private final Sessions sessions;

  /** The freezes among them; null as long as there was none. */
  private @Nullable PathIndex<HeldLock> freezes;

  /** Those among them that close the account; null as long as there was none. */
  private @Nullable PathIndex<HeldLock> closes;

  /** No locks yet, in a partition with these sessions. */
  AccountLocks(Sessions sessions) {
    this.sessions = sessions;
  }

  /** The time at which one of them ends if nothing lengthens its lease or its session. */
  long endOf(HeldLock lock) {
    return sessions.endOf(lock);
  }

  /** One of them as others see it: a bound lock ends no later than its session. */
  HeldLock shown(HeldLock lock) {
    return lock.fields().isBound() ? lock.until(endOf(lock)) : lock;
  }

  /** Adds a lock; returns the bytes charged for it, as {@link #remove} does. */
  long add(HeldLock lock) {
    byId.put(lock.fields().lockId(), lock);
    byPathAndToken.add(lock.fields(), lock.token(), lock);
    if (lock.fields().isFreeze()) {
      freezes = freezes == null ? new PathIndex<>() : freezes;
      freezes.add(lock.fields(), lock.token(), lock);
    }
    if (lock.fields().isClose()) {
      closes = closes == null ? new PathIndex<>() : closes;
      closes.add(lock.fields(), lock.token(), lock);
    }
    long charged = bytes(lock);
    totals.add(lock.fields(), charged);
    bySubAccount.add(lock.fields(), lock);
    return charged;
  }

  long remove(HeldLock lock) {
    byId.remove(lock.fields().lockId());
    byPathAndToken.remove(lock.fields(), lock.token());
    if (freezes != null && lock.fields().isFreeze()) {
      freezes.remove(lock.fields(), lock.token());
    }
    if (closes != null && lock.fields().isClose()) {
      closes.remove(lock.fields(), lock.token());
    }
    long charged = bytes(lock);
    totals.remove(lock.fields(), charged);
    bySubAccount.remove(lock.fields());
    return charged;
  }

  private static long bytes(HeldLock lock) {
    return LockCharge.of(lock.account(), lock.fields(), lock.replyTo()).held();
  }

  /** Those of a sub-account, in no order; to be read only. */
  Collection<HeldLock> of(String subAccount) {
    return bySubAccount.of(subAccount);
  }

  @Nullable HeldLock find(String lockId) {
    return byId.get(lockId);
  }

  int count() {
    return byId.size();
  }

  int countOf(String subAccount) {
    return totals.countOf(subAccount);
  }

  /** The kept ones. */
  int kept() {
    return totals.kept();
  }

  int keptOf(String subAccount) {
    return totals.keptOf(subAccount);
  }

  /** Bytes charged for all locks of the account. */
  long bytes() {
    return totals.bytes();
  }

  long bytesOf(String subAccount) {
    return totals.bytesOf(subAccount);
  }

  PathIndex<HeldLock> byPath() {
    return byPathAndToken;
  }

  /** The freezes among them, to be read only. */
  PathIndex<HeldLock> freezesByPath() {
    return freezes == null ? NO_LOCKS : freezes;
  }

  /** Those among them that close the account, to be read only. */
  PathIndex<HeldLock> closesByPath() {
    return closes == null ? NO_LOCKS : closes;
  }
}
