package io.lockarbiter.audit.verify.events;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.PathNode;
import io.lockarbiter.contracts.lock.PathTree;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the targets of each mode at and below each path of a tree. Adding, removing and asking
 * cost O(depth).
 */
final class ModeTree {
  private static final int MODES = Mode.values().length;
  private static final int[][][] CONFLICTS = conflicts();

  private final PathTree<Node> tree = new PathTree<>(Node::new);

  private static final class Node extends PathNode {
    /** Targets of each mode exactly here; null if there never were any. */
    private int @Nullable [] here;

    /** Those below; null if there never were any. */
    private int @Nullable [] below;

    private int targets;

    void addHere(int mode, int by) {
      here = here == null ? new int[MODES] : here;
      here[mode] += by;
      targets += by;
    }

    void addBelow(int mode, int by) {
      below = below == null ? new int[MODES] : below;
      below[mode] += by;
      targets += by;
    }
  }

  void add(List<Target> targets) {
    targets.forEach(this::add);
  }

  void remove(List<Target> targets) {
    targets.forEach(this::remove);
  }

  /** Returns the number of targets in the tree that conflict with this one. */
  int conflicts(Target target) {
    int[][] ofMode = CONFLICTS[target.mode().ordinal()];
    int count = 0;
    Node node = tree.root();
    String path = target.path().compared();
    int end;
    for (int start = 1; start < path.length(); start = end + 1) {
      count += sum(node.here, ofMode[Relation.ANCESTOR.ordinal()]);
      end = PathTree.end(path, start);
      node = tree.child(node, path, start, end);
      if (node == null) {
        return count;
      }
    }
    return count
        + sum(node.here, ofMode[Relation.SAME.ordinal()])
        + sum(node.below, ofMode[Relation.DESCENDANT.ordinal()]);
  }

  private void add(Target target) {
    int mode = target.mode().ordinal();
    String path = target.path().compared();
    Node node = tree.root();
    int end;
    for (int start = 1; start < path.length(); start = end + 1) {
      node.addBelow(mode, 1);
      end = PathTree.end(path, start);
      Node child = tree.child(node, path, start, end);
      node = child == null ? tree.add(node, path, start, end) : child;
    }
    node.addHere(mode, 1);
  }

  /** Removes a target that was added. */
  private void remove(Target target) {
    int mode = target.mode().ordinal();
    Node node = Objects.requireNonNull(tree.find(target.path().compared()));
    node.addHere(mode, -1);
    for (Node above = tree.parent(node); above != null; above = tree.parent(node)) {
      above.addBelow(mode, -1);
      if (node.targets == 0) {
        tree.remove(node);
      }
      node = above;
    }
  }

  private static int sum(int @Nullable [] counts, int[] modes) {
    if (counts == null) {
      return 0;
    }
    int sum = 0;
    for (int mode : modes) {
      sum += counts[mode];
    }
    return sum;
  }

  private static int[][][] conflicts() {
    int[][][] conflicts = new int[MODES][Relation.values().length][];
    for (Mode mode : Mode.values()) {
      for (Relation relation : Relation.values()) {
        conflicts[mode.ordinal()][relation.ordinal()] =
            Compatibility.conflictingModes(mode, relation).stream()
                .mapToInt(Mode::ordinal)
                .toArray();
      }
    }
    return conflicts;
  }

  /** Returns the number of conflicting pairs of targets, ours and theirs. */
  static int pairs(List<Target> ours, List<Target> theirs) {
    int count = 0;
    for (Target target : ours) {
      for (Target other : theirs) {
        LockPath path = target.path();
        Relation relation = path.relationOf(other.path());
        if (relation != null
            && Compatibility.conflictsWith(target.mode(), relation, other.mode())) {
          count++;
        }
      }
    }
    return count;
  }
}
