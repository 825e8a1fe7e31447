package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.ArrayList;
import java.util.List;

/** The rule word for word over a list of all that acted in one account; forgets nothing. */
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

  /** Whether one that acted before refuses one that would now. */
  public static boolean refuses(FencingAction before, FencingAction now) {
    if (before.token() == now.token()) {
      return before.last() || before.run() > now.run();
    }
    boolean ofOneHolder = before.holder() != null && before.holder().equals(now.holder());
    return before.token() > now.token() && !ofOneHolder && conflicts(now, before);
  }

  /** Whether targets of the two conflict. */
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
