package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

  private final Map<LockKey, Owner> locks = new LinkedHashMap<>();
  private final Set<LockKey> asked = new HashSet<>();

  void add(LockKey lock, Owner owner) {
    locks.putIfAbsent(lock, owner);
    if (locks.size() > MOST) {
      locks.remove(locks.keySet().iterator().next());
    }
  }

  /** Forgets a lock that has ended, or is held by a lease again. */
  void remove(LockKey lock) {
    if (!locks.isEmpty()) {
      locks.remove(lock);
    }
  }

  /** Forgets all of an owner, which have ended. */
  void removeAll(String account, Owner owner) {
    of(account, owner).forEach(locks::remove);
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
      locks.remove(lock);
    }
  }

  private List<LockKey> of(String account, Owner owner) {
    return locks.entrySet().stream()
        .filter(each -> each.getKey().account().equals(account) && each.getValue().equals(owner))
        .map(Map.Entry::getKey)
        .toList();
  }
}
