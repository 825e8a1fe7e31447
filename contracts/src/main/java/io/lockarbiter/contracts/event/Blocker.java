package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import org.jspecify.annotations.Nullable;

/**
 * A lock or earlier waiting request that stands in the way, with the first pair of targets found.
 *
 * @param path the blocker's target, {@code mode} its mode
 * @param pathCut whether the path lacks its middle
 * @param expiresAt log time, epoch ms; null if it waits
 * @param relation where its path lies, seen from ours
 */
public record Blocker(
    String lockId,
    Owner owner,
    Operation operation,
    LockPath path,
    boolean pathCut,
    Mode mode,
    @Nullable Long expiresAt,
    Relation relation,
    boolean waiting) {
  /** Most blockers named in one event. */
  public static final int MAX_LISTED = 5;

  /** As answers show it: a long path lacks its middle. */
  Blocker shortened() {
    String whole = path.toString();
    String shown = AnswerBounds.shortened(whole);
    return shown.equals(whole)
        ? this
        : new Blocker(
            lockId,
            owner,
            operation,
            LockPath.of(shown),
            /* pathCut= */ true,
            mode,
            expiresAt,
            relation,
            waiting);
  }
}
