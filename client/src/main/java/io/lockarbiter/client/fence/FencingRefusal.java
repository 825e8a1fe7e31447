package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;

/** The reason why an action must not happen. */
public sealed interface FencingRefusal {
  /** The action refused. */
  FencingAction action();

  /** The message: the fact, the other action, the consequence and the remedy. */
  String message();

  /**
   * A higher token acted in a conflicting mode: this lock had ended before, or both are live locks
   * of one owner, which do not exclude each other.
   *
   * @param target the first target that was overtaken
   * @param relation the position of the other action, seen from the target
   * @param actedToken the highest token that acted there in that mode
   */
  record Overtaken(
      FencingAction action, Target target, Relation relation, Mode actedMode, long actedToken)
      implements FencingRefusal {
    @Override
    public String message() {
      return "%s of %s refused: token=%d has already acted there, %s it, with %s. If that lock is somebody else's, this one had ended before: acting now would undo newer work. Acquire again, read the present state, and repeat with the new token. If both are live locks of one owner, which do not exclude each other, give their actions one holder."
          .formatted(
              target.mode(), FencingRefusal.what(this, target), actedToken, where(), actedMode);
    }

    private String where() {
      return switch (relation) {
        case SAME, UNKNOWN -> "at";
        case ANCESTOR -> "above";
        case DESCENDANT -> "below";
      };
    }
  }

  /**
   * A later run of the same lock's job acted.
   *
   * @param actedRun the latest run that acted
   */
  record TakenOver(FencingAction action, long actedRun) implements FencingRefusal {
    @Override
    public String message() {
      return "%s refused: run=%d of the same lock has already acted, this is run=%d. Another worker has taken the job over; two runs would mix. Stop this run."
          .formatted(FencingRefusal.what(this, action.targets().get(0)), actedRun, action.run());
    }
  }

  /**
   * The last action of the lock was already made.
   *
   * @param lastRun the run that made it
   */
  record Done(FencingAction action, long lastRun) implements FencingRefusal {
    @Override
    public String message() {
      return "%s refused: run=%d has already made the last action of this lock. The work is done; repeating it could undo newer work. Stop this run, and release the lock if it is still held."
          .formatted(FencingRefusal.what(this, action.targets().get(0)), lastRun);
    }
  }

  /**
   * The token is lower than any lock that still lives.
   *
   * @param floor tokens below it were forgotten
   */
  record Forgotten(FencingAction action, long floor) implements FencingRefusal {
    @Override
    public String message() {
      return "%s refused: tokens below %d are forgotten. Whether it was overtaken can no longer be told, so it counts as late. Acquire again, and repeat with the new token; if the lock is still held, forgetBelow was given too high a token."
          .formatted(FencingRefusal.what(this, action.targets().get(0)), floor);
    }
  }

  private static String what(FencingRefusal refusal, Target target) {
    FencingAction action = refusal.action();
    return "path=%s account=%s token=%d".formatted(target.path(), action.account(), action.token());
  }
}
