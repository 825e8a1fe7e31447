package io.lockarbiter.client.fence;

import java.util.Optional;

/**
 * The storage-side rule of a fencing token ({@code RULES.md}, Fencing): remembers who acted, and
 * refuses an action that comes too late.
 *
 * <p>An action is refused if, on a path above, at or below one of its targets, a higher token acted
 * in a mode that conflicts with it ({@code RULES.md}, Modes and their compatibility); if a later
 * run of the same lock acted; if the last action of its lock was made; or if its token lies below
 * what was forgotten. All its targets are admitted, or none is. The same token passes as often as
 * it likes.
 *
 * <p>The guard knows no leases, and needs none: of two conflicting locks of different owners, the
 * one with the lower token had ended before the other was granted, so an action with the lower
 * token is late. Locks of one owner do not exclude each other, so their actions could refuse each
 * other in turn; a holder that uses several of them at once marks their actions with {@link
 * FencingAction#holder}.
 *
 * <p>The check and the write it protects must be one step for everybody else: one transaction
 * ({@code JdbcFencingGuard}) or one critical section ({@link MemoryFencingGuard#act}). An admitted
 * action may fail afterwards; its trace refuses only actions that are late anyway.
 */
public interface FencingGuard {
  /**
   * Admits an action and remembers it, or returns the reason for a refusal. Costs O(depth) per
   * target.
   *
   * @return empty if the action is admitted
   */
  Optional<FencingRefusal> admit(FencingAction action);

  /**
   * Admits an action and remembers it.
   *
   * @throws FencedException if it is refused; then it must not happen
   */
  default void require(FencingAction action) {
    admit(action)
        .ifPresent(
            refusal -> {
              throw new FencedException(refusal);
            });
  }

  /**
   * The same guard, with the same memory, in a deployment that compares names without case: it
   * compares those of all actions so, also of actions that were made of a token and a path, or of a
   * lease from before the deployment's first settings. Use it for all actions from the start: what
   * was remembered with case is not found under another spelling.
   */
  default FencingGuard withoutCase() {
    FencingGuard guard = this;
    return new FencingGuard() {
      @Override
      public Optional<FencingRefusal> admit(FencingAction action) {
        return guard.admit(action.withoutCase());
      }

      @Override
      public void forgetBelow(String account, long token) {
        guard.forgetBelow(account, token);
      }
    };
  }

  /**
   * Forgets the traces of an account below the given token, and from now on refuses such tokens, so
   * forgetting never admits a late action. Give the lowest token that a live lock of the account
   * may have; a higher one would refuse live locks. The token never goes down.
   */
  void forgetBelow(String account, long token);
}
