package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A level of an account's tree with locks at or below it: their number in each mode, and the locks
 * themselves.
 */
final class PathNode {
  private static final int MODES = Mode.values().length;
  private static final int[] NOTHING = new int[2 * MODES];

  private int[] at = NOTHING;
  private int[] below = NOTHING;
  private int held;
  private int requests;
  private @Nullable TreeMap<String, PathNode> children;
  private @Nullable Set<LiveLock> locks;

  /** Returns the number of targets at this path. */
  int at(Mode mode, boolean waiting) {
    return at[place(mode, waiting)];
  }

  /** Returns the number of targets strictly below. */
  int below(Mode mode, boolean waiting) {
    return below[place(mode, waiting)];
  }

  /** Returns the number of waiting requests, or of held locks, here and below, each once. */
  int locks(boolean waiting) {
    return waiting ? requests : held;
  }

  NavigableMap<String, PathNode> children() {
    return children == null ? Collections.emptyNavigableMap() : children;
  }

  Collection<LiveLock> locks() {
    return locks == null ? Set.of() : locks;
  }

  @Nullable PathNode child(String segment) {
    return children == null ? null : children.get(segment);
  }

  /**
   * Returns the cost of {@link #child} in steps of a search; comparing names is cheaper than
   * comparing paths.
   */
  int stepsTo(String segment) {
    int compared = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(children().size());
    return 1 + compared * segment.length() / (4 * Conflicts.CHARACTERS_PER_STEP);
  }

  /** Returns the node of a path; null if no lock is at or below it. */
  @Nullable PathNode find(LockPath path) {
    PathNode node = this;
    for (Iterator<String> segments = segments(path).iterator();
        segments.hasNext() && node != null; ) {
      node = node.child(segments.next());
    }
    return node;
  }

  /** Returns the segments of a path from the root down, as they are compared. */
  static List<String> segments(LockPath path) {
    String text = path.compared();
    return text.length() == 1 ? List.of() : Arrays.asList(text.substring(1).split("/", -1));
  }

  /**
   * Adds a target; returns how many nodes were created for it.
   *
   * @param counted from this node down, how many of the target's nodes count the lock already, for
   *     another target
   */
  int add(Iterator<String> segments, Mode mode, LiveLock lock, int counted) {
    if (counted <= 0) {
      count(lock, 1);
    }
    int place = place(mode, lock.waiting());
    if (!segments.hasNext()) {
      at = counted(at, place, 1);
      if (locks == null) {
        locks = new LinkedHashSet<>(2);
      }
      locks.add(lock);
      return 0;
    }
    below = counted(below, place, 1);
    if (children == null) {
      children = new TreeMap<>(LockPath.SEGMENT_ORDER);
    }
    String segment = segments.next();
    PathNode child = children.get(segment);
    int made = 0;
    if (child == null) {
      child = new PathNode();
      children.put(segment, child);
      made = 1;
    }
    return made + child.add(segments, mode, lock, counted - 1);
  }

  /**
   * Removes a target; returns how many nodes were removed with it.
   *
   * @param counted as for {@link #add}
   */
  int remove(Iterator<String> segments, Mode mode, LiveLock lock, int counted) {
    if (counted <= 0) {
      count(lock, -1);
    }
    int place = place(mode, lock.waiting());
    if (!segments.hasNext()) {
      at = counted(at, place, -1);
      if (locks != null) {
        locks.remove(lock);
      }
      return 0;
    }
    below = counted(below, place, -1);
    String segment = segments.next();
    PathNode child = child(segment);
    if (child == null) {
      return 0;
    }
    int gone = child.remove(segments, mode, lock, counted - 1);
    if (child.isEmpty() && children != null) {
      children.remove(segment);
      gone++;
    }
    return gone;
  }

  private void count(LiveLock lock, int by) {
    if (lock.waiting()) {
      requests += by;
    } else {
      held += by;
    }
  }

  private boolean isEmpty() {
    return (children == null || children.isEmpty()) && (locks == null || locks.isEmpty());
  }

  private static int[] counted(int[] counts, int place, int by) {
    int[] changed = counts == NOTHING ? new int[2 * MODES] : counts;
    changed[place] += by;
    return changed;
  }

  private static int place(Mode mode, boolean waiting) {
    return mode.ordinal() + (waiting ? MODES : 0);
  }
}
