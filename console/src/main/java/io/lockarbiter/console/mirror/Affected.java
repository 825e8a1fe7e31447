package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of an account as decides what the end of a lock brings, so that the model is not given
 * all of it: the requests that wait where the lock is, and for each of them enough of what is in
 * its way. Whoever waits elsewhere stays as it is (RULES.md, Waiting). What waits earlier and is in
 * the way stays so, whether it is granted or not: one such is as good as all.
 */
final class Affected {
  /** One of them may be what ends. */
  private static final int ENOUGH = 2;

  private final AccountMirror seen;
  private final Map<String, LiveLock> found = new LinkedHashMap<>();

  private Affected(AccountMirror seen) {
    this.seen = seen;
  }

  /**
   * The lock itself, these requests, and what is in their way.
   *
   * @throws MirrorUnavailableException if that takes too long
   */
  static Collection<LiveLock> by(AccountMirror seen, LiveLock ending) {
    return new Affected(seen).find(ending);
  }

  private Collection<LiveLock> find(LiveLock ending) {
    List<LiveLock> requests = new ArrayList<>();
    ending.fields().targets().forEach(target -> waitingAround(target.path(), requests));
    Conflicts conflicts = new Conflicts(seen, ENOUGH, WaitChains.MOST_STEPS);
    add(List.of(ending));
    add(requests);
    for (LiveLock request : requests) {
      add(conflicts.held(request).values());
      add(conflicts.anyEarlier(request, ENOUGH).values());
      for (String id : request.fields().holding()) {
        LiveLock named = seen.lock(id);
        add(named == null ? List.of() : List.of(named));
      }
      if (conflicts.isSpent()) {
        throw new MirrorUnavailableException(
            "so much waits and is held there that what would follow cannot be told in time. Ask again when less does");
      }
    }
    return found.values();
  }

  private void add(Collection<LiveLock> locks) {
    locks.forEach(lock -> found.put(lock.lockId(), lock));
  }

  private void waitingAround(LockPath path, List<LiveLock> requests) {
    PathNode node = seen.root();
    for (Iterator<String> segments = PathNode.segments(path).iterator(); segments.hasNext(); ) {
      waitingAt(node, requests);
      node = node.child(segments.next());
      if (node == null) {
        return;
      }
    }
    waitingFrom(node, requests);
  }

  private void waitingFrom(PathNode node, List<LiveLock> requests) {
    if (node.waiting() > 0) {
      waitingAt(node, requests);
      node.children().values().forEach(child -> waitingFrom(child, requests));
    }
  }

  private static void waitingAt(PathNode node, List<LiveLock> requests) {
    node.locks().stream().filter(LiveLock::waiting).forEach(requests::add);
  }
}
