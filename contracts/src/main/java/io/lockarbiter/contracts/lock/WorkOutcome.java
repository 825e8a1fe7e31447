package io.lockarbiter.contracts.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of the work under a lock, told by its holder at the release. It appears once, in the
 * {@code released} event, and is not remembered.
 *
 * @param gone the paths of the lock's DELETE and EXCLUSIVE targets no longer exist
 * @param failed the work was not done
 * @param result opaque, at most {@link #MAX_RESULT_BYTES} UTF-8 bytes; null if there is none
 */
public record WorkOutcome(boolean gone, boolean failed, @Nullable String result) {
  /** Most UTF-8 bytes of {@code result}. */
  public static final int MAX_RESULT_BYTES = 1024;

  /** The outcome of work that was done and has nothing to tell. */
  public static final WorkOutcome DONE = new WorkOutcome(false, false, null);

  /** The lock's paths no longer exist. */
  public static final WorkOutcome GONE = new WorkOutcome(true, false, null);

  /** The work was not done. */
  public static final WorkOutcome FAILED = new WorkOutcome(false, true, null);

  /** This outcome with a result; null = without one. */
  public WorkOutcome withResult(@Nullable String newResult) {
    return new WorkOutcome(gone, failed, newResult);
  }

  /** The problem of the result, fit for a user; null if there is none. */
  public @Nullable String problem() {
    return textProblem(result);
  }

  /**
   * The problem of a text that is only passed on (a result, a comment, a holder's reason to
   * decline), fit for a user; null if there is none.
   */
  public static @Nullable String textProblem(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!IdRule.isEncodable(text)) {
      return "has a lone surrogate";
    }
    int bytes = text.getBytes(UTF_8).length;
    return bytes > MAX_RESULT_BYTES
        ? "has %d UTF-8 bytes, at most %d are allowed".formatted(bytes, MAX_RESULT_BYTES)
        : null;
  }
}
