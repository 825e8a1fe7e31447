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

/** What stands in the way of a waiting request (RULES.md, Waiting), as far as it is shown. */
final class Conflicts {
  /** Of paths, which are compared in about the time that a step takes else. */
  static final int CHARACTERS_PER_STEP = 32;

  private final AccountMirror mirror;
  private final int most;
  private long left;

  /**
   * For a look at a mirror.
   *
   * @param most blockers that are looked for, for one request
   * @param steps comparisons of short paths that may be made in all, long ones count as several;
   *     then {@link #isSpent} and nothing more is found
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
    return found(request, false, most, request.owner());
  }

  /** The same, also those of its own owner. */
  Map<String, LiveLock> heldByAnybody(LiveLock request) {
    return found(request, false, most, null);
  }

  /** Earlier requests that have to go first, by id. */
  Map<String, LiveLock> earlier(LiveLock request) {
    Map<String, LiveLock> found = found(request, true, Integer.MAX_VALUE, request.owner());
    for (String id : request.fields().holding()) {
      found.values().removeIf(earlier -> waitsFor(earlier, id, request));
    }
    return found;
  }

  /**
   * Earlier requests in the way, by id; at most so many, but all of a request that names locks in
   * {@code holding}, also those that it need not wait for.
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

  /** Goes down to a target of a request, and below it. */
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

    /** What {@link #isInTheWay} takes. */
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
            && !lock.owner().equals(except)
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

  /** Asked where one of its targets is, which is so related; the only one is that one. */
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

  /** Says whether two locks exclude each other, whosever they are. */
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
        && conflict(earlier, lock);
  }

  private boolean conflict(LiveLock ours, LiveLock theirs) {
    return spend(stepsBetween(ours, theirs)) && between(ours, theirs);
  }

  /** What {@link #between} takes. */
  static int stepsBetween(LiveLock ours, LiveLock theirs) {
    int steps = 0;
    for (Target target : ours.fields().targets()) {
      steps += steps(target, theirs);
    }
    return steps;
  }

  /** Of two paths the shorter is compared, mostly with the beginning of the other. */
  private static int steps(Target target, LiveLock theirs) {
    int length = target.path().toString().length();
    int steps = 0;
    for (Target other : theirs.fields().targets()) {
      steps += 1 + Math.min(length, other.path().toString().length()) / CHARACTERS_PER_STEP;
    }
    return steps;
  }
}
