package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A level of an account's tree as of one moment.
 *
 * @param path compared as those of the account's locks are
 * @param self its own counts
 * @param locks held or waiting with a target exactly here, the first of them
 * @param moreLocks whether there are more of these
 * @param children next levels with locks at or below them, in the order of paths
 * @param next name after which further children follow; null if there are none
 */
public record TreeLevel(
    LockPath path,
    Counts self,
    List<LiveLock> locks,
    boolean moreLocks,
    List<Child> children,
    @Nullable String next) {

  /**
   * The locks of a level, and their targets by mode; modes without any are left out.
   *
   * @param heldLocks held locks with a target at or below this path, each once
   * @param waitingRequests waiting requests with a target at or below this path, each once
   * @param held at this path
   * @param heldBelow strictly below
   * @param waiting at this path
   * @param waitingBelow strictly below
   */
  public record Counts(
      int heldLocks,
      int waitingRequests,
      Map<Mode, Integer> held,
      Map<Mode, Integer> heldBelow,
      Map<Mode, Integer> waiting,
      Map<Mode, Integer> waitingBelow) {

    static final Counts NOTHING = new Counts(0, 0, Map.of(), Map.of(), Map.of(), Map.of());

    static Counts of(PathNode node) {
      return new Counts(
          node.locks(false),
          node.locks(true),
          counts(node, false, false),
          counts(node, false, true),
          counts(node, true, false),
          counts(node, true, true));
    }

    private static Map<Mode, Integer> counts(PathNode node, boolean waiting, boolean below) {
      Map<Mode, Integer> counts = new EnumMap<>(Mode.class);
      for (Mode mode : Mode.values()) {
        int count = below ? node.below(mode, waiting) : node.at(mode, waiting);
        if (count > 0) {
          counts.put(mode, count);
        }
      }
      return counts;
    }
  }

  /** A child, named by the last segment of its path. */
  public record Child(String name, boolean hasChildren, Counts counts) {}

  /**
   * Returns a level; an empty one if no lock is at or below the path.
   *
   * @param after name after which children are listed; null = from the first on
   * @param limit most children, and most locks
   */
  public static TreeLevel of(AccountMirror seen, LockPath path, @Nullable String after, int limit) {
    LockPath compared = seen.compared(path);
    PathNode node = seen.node(compared);
    if (node == null) {
      return new TreeLevel(compared, Counts.NOTHING, List.of(), false, List.of(), null);
    }
    NavigableMap<String, PathNode> below =
        after == null ? node.children() : node.children().tailMap(after, false);
    List<Child> children = new ArrayList<>();
    String next = null;
    for (Map.Entry<String, PathNode> child : below.entrySet()) {
      if (children.size() == limit) {
        next = children.get(limit - 1).name();
        break;
      }
      PathNode one = child.getValue();
      children.add(new Child(child.getKey(), !one.children().isEmpty(), Counts.of(one)));
    }
    List<LiveLock> locks = node.locks().stream().limit(limit).toList();
    return new TreeLevel(
        compared,
        Counts.of(node),
        locks,
        node.locks().size() > limit,
        Collections.unmodifiableList(children),
        next);
  }

  /**
   * The folder with most of the waiting requests.
   *
   * @param waiting requests with a target at or below it
   */
  public record Hottest(LockPath path, int waiting) {}

  /**
   * Returns the deepest folder with more than half of all waiting requests at or below it; null if
   * nothing waits, or only the root has so many.
   */
  public static @Nullable Hottest hottest(AccountMirror seen) {
    PathNode root = seen.node(LockPath.ROOT);
    if (root == null || root.locks(true) == 0) {
      return null;
    }
    PathNode node = root;
    StringBuilder path = new StringBuilder();
    while (true) {
      Map.Entry<String, PathNode> next = null;
      for (Map.Entry<String, PathNode> child : node.children().entrySet()) {
        if (2 * child.getValue().locks(true) > root.locks(true)) {
          next = child;
          break;
        }
      }
      if (next == null) {
        break;
      }
      path.append('/').append(next.getKey());
      node = next.getValue();
    }
    return path.isEmpty() ? null : new Hottest(LockPath.of(path.toString()), node.locks(true));
  }

  /** The number of held locks and of waiting requests of an account. */
  public record Totals(int held, int waiting) {}

  /** Counts those of an account. */
  public static Totals totals(AccountMirror seen) {
    int waiting = seen.queue().size();
    return new Totals(seen.locks().size() - waiting, waiting);
  }
}
