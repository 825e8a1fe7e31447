package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the blockers of a waiting request (RULES.md, Waiting), as far as they are shown. */
final class Conflicts {
  /** Characters of paths that are compared in about the time of one other step. */
  static final int CHARACTERS_PER_STEP = 32;

  private final AccountMirror mirror;
  private final int most;
  private long left;

  /**
   * Prepares a search in a mirror.
   *
   * @param most blockers to find for one request
   * @param steps most comparisons of short paths in all, a long path counts as several; after them
   *     {@link #isSpent} is true and nothing more is found
   */
  Conflicts(AccountMirror mirror, int most, long steps) {
    this.mirror = mirror;
    this.most = most;
    this.left = steps;
  }

  /** Says whether the last result may be incomplete. */
  boolean isSpent() {
    return left < 0;
  }

  /** Counts steps of work; says whether more are allowed. */
  boolean spend(int steps) {
    left -= steps;
    return left >= 0;
  }

  /** Returns the held locks that block a request, by id, at most {@code most}. */
  Map<String, LiveLock> held(LiveLock request) {
    return found(request, false, most, request.owner());
  }

  /** Returns the same, including locks of the request's own owner. */
  Map<String, LiveLock> heldByAnybody(LiveLock request) {
    return found(request, false, most, null);
  }

  /** Returns the earlier requests that have to go first, by id. */
  Map<String, LiveLock> earlier(LiveLock request) {
    Map<String, LiveLock> found = found(request, true, Integer.MAX_VALUE, request.owner());
    for (String id : request.fields().holding()) {
      found.values().removeIf(earlier -> waitsFor(earlier, id, request));
    }
    return found;
  }

  /**
   * Returns the conflicting earlier requests, by id, at most {@code atMost}. For a request that
   * names locks in {@code holding} it returns all, including those that it need not wait for.
   */
  Map<String, LiveLock> anyEarlier(LiveLock request, int atMost) {
    int most = request.fields().holding().isEmpty() ? atMost : Integer.MAX_VALUE;
    return found(request, true, most, request.owner());
  }

  private Map<String, LiveLock> found(
      LiveLock request, boolean waiting, int atMost, @Nullable Owner except) {
    Map<String, LiveLock> found = new LinkedHashMap<>();
    for (Target target : request.fields().targets()) {
      new Search(request, target, waiting, atMost, except, found).along();
    }
    return found;
  }

  /** Descends to a target of a request, and below it. */
  private final class Search {
    private final LiveLock request;
    private final Target target;
    private final boolean waiting;
    private final int atMost;
    private final @Nullable Owner except;
    private final Map<String, LiveLock> found;

    Search(
        LiveLock request,
        Target target,
        boolean waiting,
        int atMost,
        @Nullable Owner except,
        Map<String, LiveLock> found) {
      this.request = request;
      this.target = target;
      this.waiting = waiting;
      this.atMost = atMost;
      this.except = except;
      this.found = found;
    }

    void along() {
      PathNode node = mirror.root();
      Iterator<String> segments = PathNode.segments(target.path()).iterator();
      while (segments.hasNext()) {
        here(Relation.ANCESTOR, node);
        String segment = segments.next();
        if (!spend(node.stepsTo(segment))) {
          return;
        }
        node = node.child(segment);
        if (node == null) {
          return;
        }
      }
      here(Relation.SAME, node);
      below(Compatibility.conflictingModes(target.mode(), Relation.DESCENDANT), node);
    }

    private void below(Set<Mode> modes, PathNode node) {
      if (!hasBelow(node, modes)) {
        return;
      }
      for (PathNode child : node.children().values()) {
        if (found.size() >= atMost || !spend(2)) {
          return;
        }
        if (isAt(child, modes)) {
          here(Relation.DESCENDANT, child);
        }
        below(modes, child);
      }
    }

    /** Returns the cost of {@link #isInTheWay} in steps. */
    private int steps(LiveLock lock) {
      return lock.fields().targets().size() == 1 ? 1 : Conflicts.steps(target, lock);
    }

    private boolean isAt(PathNode node, Set<Mode> modes) {
      for (Mode mode : modes) {
        if (node.at(mode, waiting) > 0) {
          return true;
        }
      }
      return false;
    }

    private boolean hasBelow(PathNode node, Set<Mode> modes) {
      for (Mode mode : modes) {
        if (node.below(mode, waiting) > 0) {
          return true;
        }
      }
      return false;
    }

    private void here(Relation relation, PathNode node) {
      for (LiveLock lock : node.locks()) {
        if (found.size() >= atMost || !spend(1)) {
          return;
        }
        if (lock.waiting() == waiting
            && (!waiting || lock.number() < request.number())
            && (except == null || !lock.fields().admits(except))
            && !found.containsKey(lock.lockId())) {
          if (!spend(steps(lock))) {
            return;
          }
          if (isInTheWay(target, relation, lock)) {
            found.put(lock.lockId(), lock);
          }
        }
      }
    }
  }

  /**
   * Says whether a lock conflicts with a target, given the relation of one of its targets to that.
   * A lock with a single target is not compared again.
   */
  private static boolean isInTheWay(Target target, Relation relation, LiveLock lock) {
    List<Target> targets = lock.fields().targets();
    if (targets.size() == 1) {
      return Compatibility.conflictsWith(target.mode(), relation, targets.get(0).mode());
    }
    for (Target theirs : targets) {
      if (Compatibility.conflictsWith(target.mode(), relation, theirs.mode())
          && target.path().relationOf(theirs.path()) == relation) {
        return true;
      }
    }
    return false;
  }

  /** Says whether two locks exclude each other, whoever owns them. */
  static boolean between(LiveLock ours, LiveLock theirs) {
    for (Target target : ours.fields().targets()) {
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

  private boolean waitsFor(LiveLock earlier, String heldId, LiveLock naming) {
    LiveLock lock = mirror.lock(heldId);
    return lock != null
        && !lock.waiting()
        && lock.number() < naming.number()
        && lock.owner().equals(naming.owner())
        && !lock.fields().admits(earlier.owner())
        && conflict(earlier, lock);
  }

  private boolean conflict(LiveLock ours, LiveLock theirs) {
    return spend(stepsBetween(ours, theirs)) && between(ours, theirs);
  }

  /** Returns the cost of {@link #between} in steps. */
  static int stepsBetween(LiveLock ours, LiveLock theirs) {
    int steps = 0;
    for (Target target : ours.fields().targets()) {
      steps += steps(target, theirs);
    }
    return steps;
  }

  /**
   * Returns the cost of a comparison: it is that of the shorter of two paths, which is mostly
   * compared with the beginning of the other.
   */
  private static int steps(Target target, LiveLock theirs) {
    int length = target.path().toString().length();
    int steps = 0;
    for (Target other : theirs.fields().targets()) {
      steps += 1 + Math.min(length, other.path().toString().length()) / CHARACTERS_PER_STEP;
    }
    return steps;
  }
}
