package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer to a request to yield; it does not tell the holder's reaction. */
public sealed interface YieldResult {
  /** A description of the event, fit for a log. */
  String message();

  /**
   * The arbiter has told the holder's client.
   *
   * @param at the time of the request, log time
   * @param endsAt log time at which the lock is released {@code FORCED}, as this request or an
   *     earlier one set it; null if the holder decides
   */
  record Asked(Instant at, @Nullable Instant endsAt) implements YieldResult {
    @Override
    public String message() {
      return "its holder was asked to let go"
          + (endsAt == null ? "" : ", and it is released by force at " + endsAt + ", log time");
    }
  }

  /** No client holds the lock: it was never granted, waits, or has ended. */
  record NotHeld() implements YieldResult {
    @Override
    public String message() {
      return "is not held: never granted, still waiting, or ended";
    }
  }

  /**
   * Its holder was asked a moment ago, by this asker or another, so this request was not passed on.
   * A copy of a request whose first answer was lost gets this answer too.
   *
   * @param retryAfter log time after which it may be asked again
   */
  record TooOften(Duration retryAfter) implements YieldResult {
    @Override
    public String message() {
      return "its holder was asked a moment ago and is not asked again before "
          + retryAfter.toMillis()
          + " ms are over";
    }
  }

  /** The request itself was refused. */
  record Refused(String why) implements YieldResult {
    @Override
    public String message() {
      return VisibleText.line("its holder is not asked, for the command was refused: " + why);
    }
  }

  /** There was no answer: it is unknown whether the request arrived, and with it an end. */
  record Unanswered(String why) implements YieldResult {
    @Override
    public String message() {
      return VisibleText.line("is not known to have reached its holder: " + why);
    }
  }
}
