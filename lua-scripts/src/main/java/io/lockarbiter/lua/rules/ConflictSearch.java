package io.lockarbiter.lua.rules;

import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Finds what stands in the way of a request, in the order in which an event lists it: for each
 * target of the request the locks above it from the root down, at it, then below it in path order;
 * at one path by token. Each lock counts once; the owner's own never do.
 */
final class ConflictSearch {
  private final AccountLocks locks;
  private final LockFields request;
  private final List<Blocker> blockers = new ArrayList<>();
  private final Set<Long> tokensFound = new HashSet<>();

  private ConflictSearch(AccountLocks locks, LockFields request) {
    this.locks = locks;
    this.request = request;
  }

  /** The blockers, at most one more than an event lists; empty if nothing stands in the way. */
  static List<Blocker> blockers(AccountLocks locks, LockFields request) {
    ConflictSearch search = new ConflictSearch(locks, request);
    for (Target ours : request.targets()) {
      search.lookAround(ours);
    }
    return search.blockers;
  }

  private void lookAround(Target ours) {
    for (LockPath above : ours.path().ancestors()) {
      lookAt(above, Relation.ANCESTOR, ours);
    }
    lookAt(ours.path(), Relation.SAME, ours);
    Iterator<LockPath> below = locks.pathsBelow(ours.path()).iterator();
    while (!hasEnough() && below.hasNext()) {
      lookAt(below.next(), Relation.DESCENDANT, ours);
    }
  }

  private void lookAt(LockPath path, Relation relation, Target ours) {
    for (HeldLock lock : locks.at(path)) {
      if (hasEnough()) {
        return;
      }
      if (!lock.fields().owner().equals(request.owner())) {
        lookAtLock(lock, path, relation, ours);
      }
    }
  }

  private void lookAtLock(HeldLock lock, LockPath path, Relation relation, Target ours) {
    for (Target theirs : lock.fields().targets()) {
      if (theirs.path().equals(path)
          && Compatibility.conflictsWith(ours.mode(), relation, theirs.mode())
          && tokensFound.add(lock.token())) {
        blockers.add(blocker(lock, theirs, relation));
      }
    }
  }

  private boolean hasEnough() {
    return blockers.size() > Blocker.MAX_LISTED;
  }

  private static Blocker blocker(HeldLock lock, Target theirs, Relation relation) {
    LockFields fields = lock.fields();
    return new Blocker(
        fields.lockId(),
        fields.owner(),
        fields.operation(),
        theirs.path(),
        theirs.mode(),
        lock.expiresAt(),
        relation,
        false);
  }
}
