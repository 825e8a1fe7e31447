package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.PathNode;
import io.lockarbiter.contracts.lock.PathTree;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Locks or waiting requests by the paths of their targets, and by number at one path. It is a tree
 * of segments in path order, so that one walk finds everything above, at and below a path.
 */
final class PathIndex<T> {
  /** Visits entries with a target at some path. */
  interface Visitor<T> {
    /** Visits an entry; returns whether to go on. */
    boolean visit(T entry, LockPath path, Relation relation);
  }

  private final PathTree<Node<T>> tree = new PathTree<>(Node::new);

  void add(LockFields fields, long number, T entry) {
    for (Target target : fields.targets()) {
      String text = target.path().compared();
      Node<T> node = tree.root();
      int end;
      for (int start = 1; start < text.length(); start = end + 1) {
        end = PathTree.end(text, start);
        Node<T> child = tree.child(node, text, start, end);
        if (child == null) {
          child = tree.add(node, text, start, end);
          node.note(child);
        }
        node = child;
      }
      node.put(target.path(), number, entry);
    }
  }

  void remove(LockFields fields, long number) {
    for (Target target : fields.targets()) {
      Node<T> node = tree.find(target.path().compared());
      if (node != null) {
        node.remove(number);
        removeEmpty(node);
      }
    }
  }

  private void removeEmpty(Node<T> last) {
    Node<T> node = last;
    Node<T> parent = tree.parent(node);
    while (parent != null && !node.hasEntries() && !node.hasChildren()) {
      tree.remove(node);
      parent.forget(node);
      node = parent;
      parent = tree.parent(node);
    }
  }

  /**
   * Visits all entries with a target that overlaps a path: above it from the root down, at it, then
   * below it in path order. An entry with several such targets is visited several times.
   *
   * @return false if the visitor did not want to go on
   */
  boolean visitOverlapping(LockPath path, Visitor<? super T> visitor) {
    String text = path.compared();
    Node<T> node = tree.root();
    int end;
    for (int start = 1; start < text.length(); start = end + 1) {
      if (!node.visitHere(Relation.ANCESTOR, visitor)) {
        return false;
      }
      end = PathTree.end(text, start);
      node = tree.child(node, text, start, end);
      if (node == null) {
        return true;
      }
    }
    return node.visitHere(Relation.SAME, visitor) && node.visitBelow(visitor);
  }

  /**
   * Visits the entries with a target at a path, then those below it in path order, as {@link
   * #visitOverlapping} does.
   */
  boolean visitAtAndBelow(LockPath path, Visitor<? super T> visitor) {
    return visitOverlapping(
        path,
        (entry, there, relation) ->
            relation == Relation.ANCESTOR || visitor.visit(entry, there, relation));
  }

  /** The node of one path. Most have one entry or one child, and need no map for it. */
  private static final class Node<T> extends PathNode {
    /** The path of this node; null as long as no entry has a target exactly here. */
    private @Nullable LockPath path;

    private long number;
    private @Nullable T entry;

    /** Instead of the one entry, once there were several: by number. */
    private @Nullable NavigableMap<Long, T> entries;

    private @Nullable Node<T> child;

    /** Instead of the one child, once there were several: by segment. */
    private @Nullable NavigableMap<String, Node<T>> children;

    void put(LockPath here, long newNumber, T newEntry) {
      path = here;
      T other = entry;
      if (entries == null && (other == null || number == newNumber)) {
        number = newNumber;
        entry = newEntry;
        return;
      }
      if (entries == null) {
        entries = new TreeMap<>();
      }
      if (other != null) {
        entries.put(number, other);
        entry = null;
      }
      entries.put(newNumber, newEntry);
    }

    void remove(long oldNumber) {
      if (entries != null) {
        entries.remove(oldNumber);
      } else if (number == oldNumber) {
        entry = null;
      }
    }

    boolean hasEntries() {
      return entries == null ? entry != null : !entries.isEmpty();
    }

    void note(Node<T> newChild) {
      Node<T> other = child;
      if (children == null && other == null) {
        child = newChild;
        return;
      }
      if (children == null) {
        children = new TreeMap<>(LockPath.SEGMENT_ORDER);
      }
      if (other != null) {
        children.put(other.segment(), other);
        child = null;
      }
      children.put(newChild.segment(), newChild);
    }

    void forget(Node<T> oldChild) {
      if (children == null) {
        child = null;
      } else {
        children.remove(oldChild.segment());
      }
    }

    boolean visitHere(Relation relation, Visitor<? super T> visitor) {
      if (path == null) {
        return true;
      }
      if (entries == null) {
        return entry == null || visitor.visit(entry, path, relation);
      }
      for (T each : entries.values()) {
        if (!visitor.visit(each, path, relation)) {
          return false;
        }
      }
      return true;
    }

    boolean visitBelow(Visitor<? super T> visitor) {
      if (children == null) {
        return child == null || child.visitTree(visitor);
      }
      for (Node<T> each : children.values()) {
        if (!each.visitTree(visitor)) {
          return false;
        }
      }
      return true;
    }

    private boolean visitTree(Visitor<? super T> visitor) {
      return visitHere(Relation.DESCENDANT, visitor) && visitBelow(visitor);
    }
  }
}
