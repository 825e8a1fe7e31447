package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The rule of RULES.md word for word, over a list of all actions in one account; forgets nothing.
 */
public final class NaiveFencingGuard {
  private final List<FencingAction> acted = new ArrayList<>();
  private long floor;

  /** Remembers the action, unless it comes too late. */
  public boolean admits(FencingAction action) {
    if (action.token() < floor || acted.stream().anyMatch(before -> refuses(before, action))) {
      return false;
    }
    acted.add(action);
    return true;
  }

  void forgetBelow(long token) {
    floor = Math.max(floor, token);
  }

  /** Says whether an earlier action refuses a later one. */
  public static boolean refuses(FencingAction before, FencingAction now) {
    if (before.token() == now.token()) {
      return before.last() || before.run() > now.run();
    }
    boolean ofOneHolder = before.holder() != null && before.holder().equals(now.holder());
    return before.token() > now.token() && !ofOneHolder && conflicts(now, before);
  }

  /** Says whether targets of the two actions conflict. */
  public static boolean conflicts(FencingAction ours, FencingAction theirs) {
    for (Target our : ours.targets()) {
      for (Target their : theirs.targets()) {
        Relation relation = our.path().relationOf(their.path());
        if (relation != null && Compatibility.conflictsWith(our.mode(), relation, their.mode())) {
          return true;
        }
      }
    }
    return false;
  }
}
