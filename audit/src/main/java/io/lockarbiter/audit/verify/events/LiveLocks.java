package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.lua.store.LockCharge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The held locks and waiting requests of a partition, by account and in the order in which they are
 * to end.
 */
final class LiveLocks {
  private final Map<String, LiveAccount> byAccount = new HashMap<>();
  private final TreeSet<LockLife> byEnd = new TreeSet<>(LiveLocks::compareEnds);

  private final LiveSessions sessions = new LiveSessions();

  private long bytes;

  private static int compareEnds(LockLife one, LockLife other) {
    int byEnd = Long.compare(one.until(), other.until());
    byEnd = byEnd == 0 ? Long.compare(number(one), number(other)) : byEnd;
    byEnd = byEnd == 0 ? one.account().compareTo(other.account()) : byEnd;
    return byEnd == 0 ? one.lockId().compareTo(other.lockId()) : byEnd;
  }

  /** Returns the number of the event that determines its place. */
  private static long number(LockLife life) {
    Long token = life.token();
    return token == null ? life.arrival() : token;
  }

  /** Returns the sessions to which they may be bound. */
  LiveSessions sessions() {
    return sessions;
  }

  /** Returns the account; read only. */
  LiveAccount of(String account) {
    LiveAccount found = byAccount.get(account);
    return found == null ? LiveAccount.EMPTY : found;
  }

  @Nullable LockLife find(String account, String lockId) {
    LiveAccount found = byAccount.get(account);
    return found == null ? null : found.find(lockId);
  }

  /** Replaces a lock or request by its state after an event. */
  void replace(@Nullable LockLife before, LockLife after) {
    if (before != null) {
      take(before);
    }
    byAccount.computeIfAbsent(after.account(), account -> new LiveAccount()).add(after);
    if (byEnd.add(after)) {
      bytes += bytes(after);
    }
  }

  void remove(LockLife live) {
    sessions.forget(live);
    take(live);
  }

  private void take(LockLife live) {
    byAccount.computeIfPresent(
        live.account(),
        (account, locks) -> {
          locks.remove(live);
          return locks.isEmpty() ? null : locks;
        });
    if (byEnd.remove(live)) {
      bytes -= bytes(live);
    }
  }

  private static long bytes(LockLife live) {
    return LockCharge.of(live.account(), live.fields(), live.replyTo()).held();
  }

  /** Returns the bytes charged for all of them. */
  long bytes() {
    return bytes;
  }

  /** Returns the locks and requests whose own end is now or has passed. */
  List<LockLife> overdue(long now) {
    if (byEnd.isEmpty() || byEnd.first().until() > now) {
      return List.of();
    }
    return byEnd.stream().takeWhile(live -> live.until() <= now).toList();
  }
}
