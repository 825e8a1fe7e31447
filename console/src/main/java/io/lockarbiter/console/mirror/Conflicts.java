package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What stands in the way of a waiting request (RULES.md, Waiting), as far as it is shown. */
final class Conflicts {
  private final AccountMirror mirror;
  private final int most;
  private long left;

  /**
   * For a look at a mirror.
   *
   * @param most blockers that are looked for, for one request
   * @param steps comparisons that may be made in all; then {@link #isSpent} and nothing more is
   *     found
   */
  Conflicts(AccountMirror mirror, int most, long steps) {
    this.mirror = mirror;
    this.most = most;
    this.left = steps;
  }

  /** Says whether what was found last may lack something. */
  boolean isSpent() {
    return left < 0;
  }

  /** Counts work done for what was found; says whether more is allowed. */
  boolean spend(int steps) {
    left -= steps;
    return left >= 0;
  }

  /** Held locks in the way, by id; at most so many. */
  Map<String, LiveLock> held(LiveLock request) {
    Map<String, LiveLock> found = new LinkedHashMap<>();
    for (Target target : request.fields().targets()) {
      along(request, target, found);
    }
    return found;
  }

  private void along(LiveLock request, Target target, Map<String, LiveLock> found) {
    PathNode node = mirror.root();
    Iterator<String> segments = PathNode.segments(target.path());
    while (segments.hasNext()) {
      here(request, target, Relation.ANCESTOR, node, found);
      node = node.child(segments.next());
      if (node == null) {
        return;
      }
    }
    here(request, target, Relation.SAME, node, found);
    below(
        request,
        target,
        Compatibility.conflictingModes(target.mode(), Relation.DESCENDANT),
        node,
        found);
  }

  private void below(
      LiveLock request,
      Target target,
      Set<Mode> modes,
      PathNode node,
      Map<String, LiveLock> found) {
    for (PathNode child : node.children().values()) {
      if (found.size() >= most || !spend(1)) {
        return;
      }
      if (modes.stream().anyMatch(mode -> child.at(mode, false) + child.below(mode, false) > 0)) {
        here(request, target, Relation.DESCENDANT, child, found);
        below(request, target, modes, child, found);
      }
    }
  }

  private void here(
      LiveLock request,
      Target target,
      Relation relation,
      PathNode node,
      Map<String, LiveLock> found) {
    for (LiveLock lock : node.locks()) {
      if (found.size() >= most || !spend(lock.fields().targets().size())) {
        return;
      }
      if (!lock.waiting()
          && !lock.owner().equals(request.owner())
          && isInTheWay(target, relation, lock)) {
        found.put(lock.lockId(), lock);
      }
    }
  }

  private static boolean isInTheWay(Target target, Relation relation, LiveLock lock) {
    return lock.fields().targets().stream()
        .anyMatch(
            theirs ->
                target.path().relationOf(theirs.path()) == relation
                    && Compatibility.conflictsWith(target.mode(), relation, theirs.mode()));
  }

  /** Says whether an earlier request has to go first. */
  boolean isBehind(LiveLock request, LiveLock earlier) {
    return !earlier.owner().equals(request.owner())
        && conflict(request, earlier)
        && request.fields().holding().stream().noneMatch(id -> waitsFor(earlier, id, request));
  }

  private boolean waitsFor(LiveLock earlier, String heldId, LiveLock naming) {
    LiveLock lock = mirror.lock(heldId);
    return lock != null
        && !lock.waiting()
        && lock.number() < naming.number()
        && lock.owner().equals(naming.owner())
        && conflict(earlier, lock);
  }

  private boolean conflict(LiveLock ours, LiveLock theirs) {
    for (Target target : ours.fields().targets()) {
      if (!spend(theirs.fields().targets().size())) {
        return false;
      }
      for (Target other : theirs.fields().targets()) {
        Relation relation = target.path().relationOf(other.path());
        if (relation != null
            && Compatibility.conflictsWith(target.mode(), relation, other.mode())) {
          return true;
        }
      }
    }
    return false;
  }
}
