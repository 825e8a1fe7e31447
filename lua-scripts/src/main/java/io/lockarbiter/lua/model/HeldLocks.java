package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The held locks of a partition: by account, and in the order in which they are due. */
final class HeldLocks {
  private final Map<String, AccountLocks> byAccount = new HashMap<>();
  private final NavigableSet<Due> byDue = new TreeSet<>();

  /**
   * The times at which locks are due that are told again, by token; any other is due when its lease
   * ends.
   */
  private final Map<Long, Long> tellingDue = new HashMap<>();

  private final BoundEntries<HeldLock> bound = new BoundEntries<>();
  private final Sessions sessions;

  private long bytes;

  /** A lock, and the time at which it ends or is told again. */
  private record Due(long at, HeldLock lock) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(lock.token(), other.lock.token()) : byTime;
    }
  }

  /** No locks yet, in a partition with these sessions. */
  HeldLocks(Sessions sessions) {
    this.sessions = sessions;
  }

  /** The same locks, in a partition with these sessions. */
  HeldLocks copy(Sessions others) {
    HeldLocks copy = new HeldLocks(others);
    byDue.forEach(copy::add);
    return copy;
  }

  /** Bytes charged for all held locks of the partition. */
  long bytes() {
    return bytes;
  }

  /** Adds a lock that is due after {@code now}. */
  void add(HeldLock lock, long now) {
    add(new Due(lock.dueAt(now), lock));
  }

  private void add(Due due) {
    HeldLock lock = due.lock();
    bytes +=
        byAccount.computeIfAbsent(lock.account(), account -> new AccountLocks(sessions)).add(lock);
    byDue.add(due);
    if (lock.fields().isToldAgain()) {
      tellingDue.put(lock.token(), due.at());
    }
    bound.add(lock.account(), lock.fields(), lock.token(), lock);
  }

  void remove(HeldLock lock) {
    byAccount.computeIfPresent(
        lock.account(),
        (account, locks) -> {
          bytes -= locks.remove(lock);
          return locks.count() == 0 ? null : locks;
        });
    Long due = tellingDue.remove(lock.token());
    byDue.remove(new Due(due == null ? lock.expiresAt() : due, lock));
    bound.remove(lock.account(), lock.fields(), lock.token());
  }

  /** The locks that are bound to the session of an owner, by token. */
  List<HeldLock> boundTo(LiveSession session) {
    return bound.of(session.account(), session.owner());
  }

  /** Says whether the session of each bound lock is alive. */
  boolean haveTheirSessions() {
    return bound.isAllOf(name -> sessions.find(name.account(), name.owner()) != null);
  }

  /** The locks of an account, to be read only. */
  AccountLocks of(String account) {
    AccountLocks locks = byAccount.get(account);
    return locks == null ? AccountLocks.NONE : locks;
  }

  @Nullable HeldLock find(String account, String lockId) {
    return of(account).find(lockId);
  }

  /** The lock that is due first, at {@code now} or before; of several, the one granted first. */
  @Nullable HeldLock due(long now) {
    return byDue.isEmpty() || byDue.first().at() > now ? null : byDue.first().lock();
  }

  /** The time at which the first lock is due, log time, epoch ms; null if none is held. */
  @Nullable Long nextDue() {
    return byDue.isEmpty() ? null : Long.valueOf(byDue.first().at());
  }

  int count() {
    return byDue.size();
  }

  List<HeldLock> inTokenOrder() {
    return byDue.stream().map(Due::lock).sorted(Comparator.comparingLong(HeldLock::token)).toList();
  }
}
