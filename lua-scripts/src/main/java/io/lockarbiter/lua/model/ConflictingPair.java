package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import org.jspecify.annotations.Nullable;

/**
 * Two targets that different owners cannot hold at the same time.
 *
 * @param relation the position of theirs, seen from ours
 */
record ConflictingPair(Target theirs, Relation relation) {

  /** The first pair, our targets in turn, then theirs; null if all are compatible. */
  static @Nullable ConflictingPair first(LockFields ours, LockFields theirs) {
    for (Target target : ours.targets()) {
      for (Target other : theirs.targets()) {
        Relation relation = target.path().relationOf(other.path());
        if (relation != null
            && Compatibility.conflictsWith(target.mode(), relation, other.mode())) {
          return new ConflictingPair(other, relation);
        }
      }
    }
    return null;
  }

  /** The first of their targets, among those at a path, that conflicts with one of ours. */
  static @Nullable ConflictingPair firstAt(
      LockPath path, Relation relation, Target ours, LockFields theirs) {
    for (Target other : theirs.targets()) {
      if (other.path().equals(path)
          && Compatibility.conflictsWith(ours.mode(), relation, other.mode())) {
        return new ConflictingPair(other, relation);
      }
    }
    return null;
  }

  /** Says whether a lock is in the way of a request. */
  static boolean isInTheWay(LockFields lock, LockFields request) {
    return !lock.admits(request.owner()) && first(request, lock) != null;
  }
}
