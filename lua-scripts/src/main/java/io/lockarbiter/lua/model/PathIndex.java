package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
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

  private final Node<T> root = new Node<>();

  void add(LockFields fields, long number, T entry) {
    for (Target target : fields.targets()) {
      root.add(target.path(), /* start= */ 1, number, entry);
    }
  }

  void remove(LockFields fields, long number) {
    for (Target target : fields.targets()) {
      root.remove(target.path().toString(), /* start= */ 1, number);
    }
  }

  /**
   * Visits all entries with a target that overlaps a path: above it from the root down, at it, then
   * below it in path order. An entry with several such targets is visited several times.
   *
   * @return false if the visitor did not want to go on
   */
  boolean visitOverlapping(LockPath path, Visitor<? super T> visitor) {
    String text = path.toString();
    Node<T> node = root;
    for (int start = 1; start < text.length(); start = end(text, start) + 1) {
      if (!node.visitHere(Relation.ANCESTOR, visitor)) {
        return false;
      }
      node = node.child(text, start);
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

  /** The end of the segment that begins at {@code start}. */
  private static int end(String path, int start) {
    int slash = path.indexOf('/', start);
    return slash < 0 ? path.length() : slash;
  }

  /** The node of one path. */
  private static final class Node<T> {
    private final NavigableMap<Long, T> here = new TreeMap<>();

    /** The children by segment; null if there are none. */
    private @Nullable NavigableMap<String, Node<T>> below;

    /** The path of this node; null as long as no entry has a target exactly here. */
    private @Nullable LockPath path;

    @Nullable Node<T> child(String text, int start) {
      return below == null ? null : below.get(text.substring(start, end(text, start)));
    }

    void add(LockPath target, int start, long number, T entry) {
      String text = target.toString();
      if (start >= text.length()) {
        path = target;
        here.put(number, entry);
        return;
      }
      if (below == null) {
        below = new TreeMap<>(LockPath.SEGMENT_ORDER);
      }
      int end = end(text, start);
      below
          .computeIfAbsent(text.substring(start, end), segment -> new Node<>())
          .add(target, end + 1, number, entry);
    }

    void remove(String text, int start, long number) {
      if (start >= text.length()) {
        here.remove(number);
        return;
      }
      Node<T> child = child(text, start);
      if (below == null || child == null) {
        return;
      }
      int end = end(text, start);
      child.remove(text, end + 1, number);
      if (child.isEmpty()) {
        below.remove(text.substring(start, end));
      }
    }

    private boolean isEmpty() {
      return here.isEmpty() && (below == null || below.isEmpty());
    }

    boolean visitHere(Relation relation, Visitor<? super T> visitor) {
      if (path != null) {
        for (T entry : here.values()) {
          if (!visitor.visit(entry, path, relation)) {
            return false;
          }
        }
      }
      return true;
    }

    boolean visitBelow(Visitor<? super T> visitor) {
      if (below != null) {
        for (Node<T> child : below.values()) {
          if (!child.visitHere(Relation.DESCENDANT, visitor) || !child.visitBelow(visitor)) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
