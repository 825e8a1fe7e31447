package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks for sessions in a plain list. */
final class NaiveSessions {
  private NaiveSessions() {}

  /** The session of an owner; null if it is not alive. */
  static @Nullable LiveSession find(List<LiveSession> sessions, String account, Owner owner) {
    return sessions.stream()
        .filter(session -> session.account().equals(account) && session.owner().equals(owner))
        .findAny()
        .orElse(null);
  }

  /** A held lock as others see it: a bound one ends with its session, if that comes first. */
  static HeldLock shown(List<LiveSession> sessions, HeldLock lock) {
    if (lock.fields().leaseMs() != 0) {
      return lock;
    }
    LiveSession session = find(sessions, lock.account(), lock.fields().owner());
    return session != null && session.expiresAt() < lock.expiresAt()
        ? lock.until(session.expiresAt())
        : lock;
  }

  /** The own end of a bound lock that is granted now. */
  static long ownEnd(LockFields lock, long at, int longestHoldMs) {
    long end = lock.maxHoldMs() == 0 ? LockFields.NO_END : at + lock.maxHoldMs();
    return longestHoldMs == 0 ? end : Math.min(end, at + longestHoldMs);
  }

  /** The order of names, text by text. */
  static int compare(LiveSession one, LiveSession other) {
    int byAccount = compare(one.account(), other.account());
    int bySubAccount = compare(one.owner().subAccount(), other.owner().subAccount());
    if (byAccount != 0 || bySubAccount != 0) {
      return byAccount != 0 ? byAccount : bySubAccount;
    }
    return compare(String.valueOf(one.owner().session()), String.valueOf(other.owner().session()));
  }

  private static int compare(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
