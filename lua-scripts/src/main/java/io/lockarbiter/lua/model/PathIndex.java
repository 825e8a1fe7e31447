package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Locks or waiting requests by the paths of their targets; at one path by number. */
final class PathIndex<T> {
  /** Looks at what has a target there. */
  interface Visitor<T> {
    /** Answers whether to go on. */
    boolean visit(T entry, LockPath path, Relation relation);
  }

  private final NavigableMap<LockPath, NavigableMap<Long, T>> byPath = new TreeMap<>();

  /** The same, for looking up single paths: most of those asked for are not there. */
  private final Map<LockPath, NavigableMap<Long, T>> exactly = new HashMap<>();

  void add(LockFields fields, long number, T entry) {
    for (Target target : fields.targets()) {
      exactly.computeIfAbsent(target.path(), this::newPath).put(number, entry);
    }
  }

  void remove(LockFields fields, long number) {
    for (Target target : fields.targets()) {
      NavigableMap<Long, T> there = exactly.get(target.path());
      if (there != null && there.remove(number) != null && there.isEmpty()) {
        exactly.remove(target.path());
        byPath.remove(target.path());
      }
    }
  }

  private NavigableMap<Long, T> newPath(LockPath path) {
    NavigableMap<Long, T> there = new TreeMap<>();
    byPath.put(path, there);
    return there;
  }

  /** Those with a target exactly there, in the order of their numbers. */
  Collection<T> at(LockPath path) {
    NavigableMap<Long, T> there = exactly.get(path);
    return there == null ? List.of() : there.values();
  }

  /** The paths strictly below that something has a target at, in path order. */
  Stream<LockPath> pathsBelow(LockPath path) {
    return byPath.tailMap(path, false).keySet().stream().takeWhile(path::isAbove);
  }

  /**
   * Visits all with a target that overlaps with a path: above it from the root down, at it, then
   * below it in path order; who has several such targets is visited several times.
   *
   * @return false if the visitor did not want to go on
   */
  boolean visitOverlapping(LockPath path, Visitor<? super T> visitor) {
    for (LockPath above : path.ancestors()) {
      if (!visitAt(above, Relation.ANCESTOR, visitor)) {
        return false;
      }
    }
    boolean goOn = visitAt(path, Relation.SAME, visitor);
    Iterator<LockPath> below = byPath.tailMap(path, false).keySet().iterator();
    while (goOn && below.hasNext()) {
      LockPath next = below.next();
      if (!path.isAbove(next)) {
        return true;
      }
      goOn = visitAt(next, Relation.DESCENDANT, visitor);
    }
    return goOn;
  }

  private boolean visitAt(LockPath path, Relation relation, Visitor<? super T> visitor) {
    for (T entry : at(path)) {
      if (!visitor.visit(entry, path, relation)) {
        return false;
      }
    }
    return true;
  }
}
