package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of an account on which the consequences of a lock's end depend, so that the model need
 * not be given all of it. These are the requests that wait where the lock is and, for each of them,
 * enough of its blockers. Requests elsewhere do not change (RULES.md, Waiting). An earlier blocking
 * request still blocks, whether it is granted or not, so one such blocker is as good as all.
 */
final class Affected {
  /** Two, because one of them may be the lock that ends. */
  private static final int ENOUGH = 2;

  private final AccountMirror seen;
  private final Conflicts conflicts;
  private final Map<String, LiveLock> requests = new LinkedHashMap<>();
  private final Map<String, LiveLock> found = new LinkedHashMap<>();

  private Affected(AccountMirror seen, long steps) {
    this.seen = seen;
    this.conflicts = new Conflicts(seen, ENOUGH, steps);
  }

  /**
   * Returns the lock itself, these requests, and their blockers.
   *
   * @throws MirrorUnavailableException if that takes too long
   */
  static Collection<LiveLock> by(AccountMirror seen, LiveLock ending) {
    return new Affected(seen, WaitChains.MOST_STEPS).find(ending);
  }

  private Collection<LiveLock> find(LiveLock ending) {
    ending.fields().targets().forEach(target -> waitingAround(target.path()));
    mustBeInTime();
    add(List.of(ending));
    add(requests.values());
    for (LiveLock request : requests.values()) {
      add(conflicts.held(request).values());
      add(conflicts.anyEarlier(request, ENOUGH).values());
      for (String id : request.fields().holding()) {
        LiveLock named = seen.lock(id);
        add(named == null ? List.of() : List.of(named));
      }
      mustBeInTime();
    }
    return found.values();
  }

  private void mustBeInTime() {
    if (conflicts.isSpent()) {
      throw new MirrorUnavailableException(
          "so much waits and is held there that what would follow cannot be told in time. Ask again when less does");
    }
  }

  private void add(Collection<LiveLock> locks) {
    locks.forEach(lock -> found.put(lock.lockId(), lock));
  }

  private void waitingAround(LockPath path) {
    PathNode node = seen.root();
    for (String segment : PathNode.segments(path)) {
      waitingAt(node);
      if (!conflicts.spend(node.stepsTo(segment))) {
        return;
      }
      node = node.child(segment);
      if (node == null) {
        return;
      }
    }
    waitingFrom(node);
  }

  private void waitingFrom(PathNode node) {
    if (node.locks(true) > 0) {
      waitingAt(node);
      for (PathNode child : node.children().values()) {
        if (!conflicts.spend(1)) {
          return;
        }
        waitingFrom(child);
      }
    }
  }

  private void waitingAt(PathNode node) {
    for (LiveLock lock : node.locks()) {
      if (!conflicts.spend(1)) {
        return;
      }
      if (lock.waiting()) {
        requests.putIfAbsent(lock.lockId(), lock);
      }
    }
  }
}
