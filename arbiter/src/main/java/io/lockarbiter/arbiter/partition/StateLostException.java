package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.Outcome;
import java.io.Serial;

/** The store has lost records that it was handed; the next start looks at the remaining state. */
final class StateLostException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private StateLostException(String message) {
    super(message);
  }

  /** The exception for a state that lacks records. */
  static StateLostException of(Outcome.Behind behind) {
    return new StateLostException(
        "Redis lost writes: appliedOffset=%d, expected at least %d"
            .formatted(behind.appliedOffset(), behind.expectedOffset()));
  }

  /** The exception for a state that lacks published events. */
  static StateLostException ofEvents(long seq, long publishedSeq) {
    return new StateLostException(
        "Redis lost writes: seq=%d, expected at least %d".formatted(seq, publishedSeq));
  }

  /** The exception for a state that another instance brought further, or that has lost more. */
  static StateLostException broughtFurther() {
    return new StateLostException(
        "Redis lost data that another instance has brought back, or more of it meanwhile");
  }

  /**
   * The exception for a state that was asked before a late copy of a call reached Redis, as a
   * connection that breaks may leave it. What the copy told is true, and the next start asks again.
   */
  static StateLostException toldMeanwhile(Outcome.Stale stale) {
    return new StateLostException(
        "Redis was told meanwhile that events up to seq=%d are published"
            .formatted(stale.firstKept() - 1));
  }

  /** The exception for a state that is gone. */
  static StateLostException of(Outcome.Empty empty) {
    return new StateLostException("Redis lost the state: " + empty.why());
  }
}
