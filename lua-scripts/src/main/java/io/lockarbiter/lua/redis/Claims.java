package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.WorkOutcome;
import org.jspecify.annotations.Nullable;

/** The claims of a release in one number: {@code includes/release.lua}. */
final class Claims {
  private static final int IS_GONE = 1;
  private static final int HAS_FAILED = 2;
  private static final int HAS_RESULT = 4;

  private Claims() {}

  static int of(WorkOutcome outcome) {
    return (outcome.gone() ? IS_GONE : 0)
        + (outcome.failed() ? HAS_FAILED : 0)
        + (outcome.result() == null ? 0 : HAS_RESULT);
  }

  /**
   * The outcome that the number stands for.
   *
   * @param said the text in the release; used as result only if the number claims one
   */
  static WorkOutcome outcome(int claims, @Nullable String said) {
    return new WorkOutcome(
        (claims & IS_GONE) != 0,
        (claims & HAS_FAILED) != 0,
        (claims & HAS_RESULT) == 0 ? null : said);
  }
}
