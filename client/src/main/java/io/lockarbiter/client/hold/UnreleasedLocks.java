package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.SessionKey;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Bound locks that this client has lost or given back without an answer. No lease ends them while
 * somebody keeps their session alive, so they are released again whenever it is. Used in the loop's
 * turns only.
 */
final class UnreleasedLocks {
  /** The most locks that are remembered; the oldest are forgotten first. */
  private static final int MOST = 20_000;

  private final Map<LockKey, SessionKey> locks = new LinkedHashMap<>();
  private final Map<SessionKey, Set<LockKey>> bySession = new HashMap<>();
  private final Set<LockKey> asked = new HashSet<>();

  void add(LockKey lock, Owner owner) {
    SessionKey session = new SessionKey(lock.account(), owner);
    if (locks.putIfAbsent(lock, session) == null) {
      bySession.computeIfAbsent(session, key -> new LinkedHashSet<>()).add(lock);
    }
    if (locks.size() > MOST) {
      remove(locks.keySet().iterator().next());
    }
  }

  /** Forgets a lock that has ended, or is held by a lease again. */
  void remove(LockKey lock) {
    SessionKey session = locks.remove(lock);
    if (session != null) {
      bySession.computeIfPresent(
          session, (key, left) -> left.remove(lock) && left.isEmpty() ? null : left);
    }
  }

  /** Forgets all of an owner, which have ended. */
  void removeAll(String account, Owner owner) {
    of(account, owner).forEach(this::remove);
  }

  /** Releases all of an owner once, but those whose last release may still be answered. */
  void release(ClientContext context, String account, Owner owner) {
    for (LockKey lock : of(account, owner)) {
      if (asked.add(lock)) {
        PendingRelease.askOnce(
            context,
            context.release(lock, owner, WorkOutcome.DONE),
            () -> new ReleaseAnswer(null, null),
            result -> answered(lock, result));
      }
    }
  }

  private void answered(LockKey lock, ReleaseResult result) {
    asked.remove(lock);
    if (!(result instanceof ReleaseResult.Unanswered)) {
      remove(lock);
    }
  }

  /** Those of an owner at this moment, the oldest first. */
  private List<LockKey> of(String account, Owner owner) {
    return List.copyOf(bySession.getOrDefault(new SessionKey(account, owner), Set.of()));
  }
}
