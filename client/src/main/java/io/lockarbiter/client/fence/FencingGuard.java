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
 * <p>The guard knows nobody's lease. It is enough that between two conflicting locks of different
 * owners the one with the lower token had ended before the other was granted: whoever still acts
 * with the lower one is late. Locks of one owner do not exclude each other, so their tokens would
 * be refused in a circle; who works under several of them at once says so with {@link
 * FencingAction#holder}.
 *
 * <p>The check and the write it protects must be one step for everybody else: one transaction
 * ({@code JdbcFencingGuard}) or one critical section ({@link MemoryFencingGuard#act}). An admitted
 * action may fail afterwards; what is remembered of it refuses only those who are late anyway.
 */
public interface FencingGuard {
  /**
   * Admits an action and remembers it, or says why it must not happen. Costs O(depth) per target.
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
   * Forgets what acted in an account with tokens below the given one, and from now on refuses such
   * tokens: a forgotten memory is never a hole. Give the lowest token that a live lock of the
   * account may have; a higher one than that refuses locks that still live. Never goes back.
   */
  void forgetBelow(String account, long token);
}
