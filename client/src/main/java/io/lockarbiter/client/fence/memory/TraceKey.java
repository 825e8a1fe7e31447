package io.lockarbiter.client.fence.memory;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a trace: actions in {@code mode}, at {@code path} or at all paths strictly below it.
 */
public record TraceKey(LockPath path, Scope scope, Mode mode) {
  /** Says whether actions at the path or below it are meant. */
  public enum Scope {
    AT,
    BELOW
  }

  /** A place with traces that conflict with a target, and its position seen from the target. */
  public record Conflicting(Relation relation, TraceKey key) {}

  static TraceKey at(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.AT, mode);
  }

  static TraceKey below(LockPath path, Mode mode) {
    return new TraceKey(path, Scope.BELOW, mode);
  }

  /**
   * The places where an action on a target leaves its trace: at its path, and below all paths above
   * it. O(depth).
   */
  public static List<TraceKey> tracesOf(Target target) {
    List<TraceKey> traces = new ArrayList<>();
    Mode mode = target.mode().judgedAs();
    traces.add(at(target.path(), mode));
    target.path().ancestors().forEach(above -> traces.add(below(above, mode)));
    return traces;
  }

  /** The places to look at for conflicts with a target, from the root to its path. O(depth). */
  public static List<Conflicting> conflictingWith(Target target) {
    List<Conflicting> conflicting = new ArrayList<>();
    for (LockPath above : target.path().ancestors()) {
      addConflicting(target, Relation.ANCESTOR, above, Scope.AT, conflicting);
    }
    addConflicting(target, Relation.SAME, target.path(), Scope.AT, conflicting);
    addConflicting(target, Relation.DESCENDANT, target.path(), Scope.BELOW, conflicting);
    return conflicting;
  }

  /** Adds the places of the modes that leave traces, so none of check-outs and freezes. */
  private static void addConflicting(
      Target target, Relation relation, LockPath path, Scope scope, List<Conflicting> to) {
    for (Mode mode : Compatibility.conflictingModes(target.mode(), relation)) {
      if (mode.acts()) {
        to.add(new Conflicting(relation, new TraceKey(path, scope, mode)));
      }
    }
  }
}
