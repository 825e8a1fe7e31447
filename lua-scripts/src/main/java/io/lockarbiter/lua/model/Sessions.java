package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The live sessions of a partition: by owner, and in the order in which they end. */
final class Sessions {
  /** An account, or one of its sub-accounts. */
  private record Of(String account, @Nullable String subAccount) {}

  private record Total(int count, long bytes) {
    static final Total NONE = new Total(0, 0);

    Total plus(int number, long charged) {
      return new Total(count + number, bytes + charged);
    }
  }

  private final Map<SessionKey, LiveSession> byName = new HashMap<>();
  private final NavigableSet<LiveSession> byEnd = new TreeSet<>(LiveSession.BY_END);
  private final Map<Of, Total> totals = new HashMap<>();
  private long bytes;

  Sessions copy() {
    Sessions copy = new Sessions();
    byEnd.forEach(copy::put);
    return copy;
  }

  /** Takes a session in as it is from now on. */
  void put(LiveSession session) {
    LiveSession before = find(session.account(), session.owner());
    if (before != null) {
      remove(before);
    }
    byName.put(session.name(), session);
    byEnd.add(session);
    count(session, 1);
  }

  void remove(LiveSession session) {
    byName.remove(session.name());
    byEnd.remove(session);
    count(session, -1);
  }

  private void count(LiveSession session, int number) {
    long charged = (long) number * LiveSession.charge(session.account(), session.owner());
    bytes += charged;
    count(new Of(session.account(), null), number, charged);
    count(new Of(session.account(), session.owner().subAccount()), number, charged);
  }

  private void count(Of of, int number, long charged) {
    Total total = total(of).plus(number, charged);
    if (total.count() == 0) {
      totals.remove(of);
    } else {
      totals.put(of, total);
    }
  }

  private Total total(Of of) {
    return totals.getOrDefault(of, Total.NONE);
  }

  /** The session of an owner; null if it is not alive, or the owner has none. */
  @Nullable LiveSession find(String account, Owner owner) {
    return byName.get(new SessionKey(account, owner));
  }

  /** The session that ends first, at {@code now} or before; null if none does. */
  @Nullable LiveSession due(long now) {
    return byEnd.isEmpty() || byEnd.first().expiresAt() > now ? null : byEnd.first();
  }

  /** The time at which the first session ends, log time, epoch ms; null if none is alive. */
  @Nullable Long nextDue() {
    return byEnd.isEmpty() ? null : Long.valueOf(byEnd.first().expiresAt());
  }

  /** Drops those that are over, once all that was bound to them has ended. */
  void forgetOver(long now) {
    for (LiveSession over = due(now); over != null; over = due(now)) {
      remove(over);
    }
  }

  /** The end of the session of an owner; {@link LockFields#NO_END} if it is not alive. */
  long endOf(String account, Owner owner) {
    LiveSession session = find(account, owner);
    return session == null ? LockFields.NO_END : session.expiresAt();
  }

  /** The time at which a held lock ends if nothing lengthens its lease or its session. */
  long endOf(HeldLock lock) {
    return lock.fields().isBound()
        ? Math.min(lock.expiresAt(), endOf(lock.account(), lock.fields().owner()))
        : lock.expiresAt();
  }

  int countOf(String account, @Nullable String subAccount) {
    return total(new Of(account, subAccount)).count();
  }

  /** Bytes charged for the sessions of an account, or of one of its sub-accounts. */
  long bytesOf(String account, @Nullable String subAccount) {
    return total(new Of(account, subAccount)).bytes();
  }

  /** Bytes charged for all sessions of the partition. */
  long bytes() {
    return bytes;
  }

  /** All of them, by name. */
  List<LiveSession> all() {
    return byEnd.stream().sorted(LiveSession.BY_NAME).toList();
  }
}
