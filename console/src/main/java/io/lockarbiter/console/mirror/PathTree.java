package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tree of an account's paths, with the levels that have locks at or below them. */
final class PathTree {
  private final PathNode root = new PathNode();
  private int nodes = 1;

  /** A change of the nodes of one target; returns how many were created or removed. */
  private interface Change {
    int of(Iterator<String> segments, Mode mode, LiveLock lock, int counted);
  }

  /** Adds a lock; returns the bytes of the levels that were created for it. */
  long add(LiveLock lock) {
    return change(lock, root::add, 1);
  }

  /** Removes a lock; returns the bytes of the levels that were removed with it. */
  long remove(LiveLock lock) {
    return change(lock, root::remove, -1);
  }

  private long change(LiveLock lock, Change change, int sign) {
    List<List<String>> paths = new ArrayList<>();
    long bytes = 0;
    for (Target target : lock.fields().targets()) {
      List<String> path = PathNode.segments(target.path());
      int changed = change.of(path.iterator(), target.mode(), lock, counted(path, paths));
      nodes += sign * changed;
      bytes += HeapBytes.ofLevels(last(changed, path));
      paths.add(path);
    }
    return bytes;
  }

  /** Returns how many levels of a path, from the root on, count a lock with these paths already. */
  private static int counted(List<String> path, List<List<String>> paths) {
    int most = 0;
    for (List<String> other : paths) {
      int same = 0;
      while (same < Math.min(path.size(), other.size()) && path.get(same).equals(other.get(same))) {
        same++;
      }
      most = Math.max(most, same + 1);
    }
    return most;
  }

  private static List<String> last(int count, List<String> segments) {
    return segments.subList(segments.size() - count, segments.size());
  }

  PathNode root() {
    return root;
  }

  /** Returns the number of its nodes. */
  int nodes() {
    return nodes;
  }

  /** Returns the node of a path; null if no lock is at or below it. */
  @Nullable PathNode find(LockPath path) {
    return root.find(path);
  }
}
