package io.lockarbiter.audit.verify.events;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the targets of each mode at and below each path of a tree. Adding, removing and asking
 * cost O(depth).
 */
final class ModeTree {
  private static final int MODES = Mode.values().length;
  private static final int[][][] CONFLICTS = conflicts();

  private final Node root = new Node();

  private static final class Node {
    final int[] here = new int[MODES];
    final int[] below = new int[MODES];
    @Nullable Map<String, Node> children;
    int targets;
  }

  void add(List<Target> targets) {
    targets.forEach(target -> change(target, 1));
  }

  void remove(List<Target> targets) {
    targets.forEach(target -> change(target, -1));
  }

  /** Returns the number of targets in the tree that conflict with this one. */
  int conflicts(Target target) {
    int[][] ofMode = CONFLICTS[target.mode().ordinal()];
    int count = 0;
    Node node = root;
    String path = target.path().toString();
    int start = 1;
    while (start < path.length()) {
      count += sum(node.here, ofMode[Relation.ANCESTOR.ordinal()]);
      int end = end(path, start);
      node = node.children == null ? null : node.children.get(path.substring(start, end));
      if (node == null) {
        return count;
      }
      start = end + 1;
    }
    return count
        + sum(node.here, ofMode[Relation.SAME.ordinal()])
        + sum(node.below, ofMode[Relation.DESCENDANT.ordinal()]);
  }

  private void change(Target target, int by) {
    int mode = target.mode().ordinal();
    String path = target.path().toString();
    Node node = root;
    int start = 1;
    while (start < path.length()) {
      node.below[mode] += by;
      node.targets += by;
      int end = end(path, start);
      Map<String, Node> children = node.children;
      if (children == null) {
        children = new HashMap<>();
        node.children = children;
      }
      String segment = path.substring(start, end);
      Node child = children.computeIfAbsent(segment, name -> new Node());
      if (by < 0 && child.targets == 1) {
        children.remove(segment);
      }
      node = child;
      start = end + 1;
    }
    node.here[mode] += by;
    node.targets += by;
  }

  private static int end(String path, int start) {
    int slash = path.indexOf('/', start);
    return slash < 0 ? path.length() : slash;
  }

  private static int sum(int[] counts, int[] modes) {
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
