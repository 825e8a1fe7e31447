package io.lockarbiter.client.fence.memory;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a trace stands: actions in {@code mode}, at {@code path} or at all paths strictly below it.
 */
public record TraceKey(LockPath path, Scope scope, Mode mode) {
  /** Whether actions at the path are meant, or below it. */
  public enum Scope {
    AT,
    BELOW
  }

  /** Where others may have left a trace that conflicts with a target, and how they lie to it. */
  public record Conflicting(Relation relation, TraceKey key) {}

  static TraceKey at(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.AT, mode);
  }

  static TraceKey below(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.BELOW, mode);
  }

  /** Where an action on a target leaves its trace: at its path, and below all above. O(depth). */
  public static List<TraceKey> tracesOf(Target target) {
    List<TraceKey> traces = new ArrayList<>();
    Mode mode = target.mode().judgedAs();
    traces.add(at(target.path(), mode));
    target.path().ancestors().forEach(above -> traces.add(below(above, mode)));
    return traces;
  }

  /** Where to look for what conflicts with a target: from the root to its path. O(depth). */
  public static List<Conflicting> conflictingWith(Target target) {
    List<Conflicting> conflicting = new ArrayList<>();
    for (LockPath above : target.path().ancestors()) {
      for (Mode mode : Compatibility.conflictingModes(target.mode(), Relation.ANCESTOR)) {
        conflicting.add(new Conflicting(Relation.ANCESTOR, at(above, mode)));
      }
    }
    for (Mode mode : Compatibility.conflictingModes(target.mode(), Relation.SAME)) {
      conflicting.add(new Conflicting(Relation.SAME, at(target.path(), mode)));
    }
    for (Mode mode : Compatibility.conflictingModes(target.mode(), Relation.DESCENDANT)) {
      conflicting.add(new Conflicting(Relation.DESCENDANT, below(target.path(), mode)));
    }
    return conflicting;
  }
}
