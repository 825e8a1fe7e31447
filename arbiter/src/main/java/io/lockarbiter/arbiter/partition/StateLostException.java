package io.lockarbiter.arbiter.partition;

import io.lockarbiter.lua.store.Outcome;
import java.io.Serial;

/** The store does not know any more what it was handed; the next start looks what is there. */
final class StateLostException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private StateLostException(String message) {
    super(message);
  }

  /** What an outcome tells. */
  static StateLostException of(Outcome.Behind behind) {
    return new StateLostException(
        "Redis lost writes: appliedOffset=%d, expected at least %d"
            .formatted(behind.appliedOffset(), behind.expectedOffset()));
  }

  /** Another instance was faster, or more was lost. */
  static StateLostException broughtFurther() {
    return new StateLostException(
        "Redis lost data that another instance has brought back, or more of it meanwhile");
  }

  /** What an outcome tells. */
  static StateLostException of(Outcome.Empty empty) {
    return new StateLostException("Redis lost the state: " + empty.why());
  }
}
