package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The reason why a lease was lost. */
public sealed interface LostReason {
  /** A description of the event, fit for a log: one line, whatever a comment contains. */
  String message();

  /** The reason as one of eight words, for metrics. */
  String word();

  /**
   * Its lease ran out before a renewal arrived, or it had been held for the longest time allowed.
   *
   * @param at log time; null if its end was not seen
   */
  record Expired(@Nullable Instant at) implements LostReason {
    @Override
    public String word() {
      return "expired";
    }

    @Override
    public String message() {
      return "the lease expired" + (at == null ? "" : " at " + at + ", log time");
    }
  }

  /**
   * An operator ended it, or a request or member that asked for it with a grace.
   *
   * @param by the sub-account that did; null if the event was not seen
   * @param comment null if none was given
   */
  record Forced(@Nullable String by, @Nullable String comment) implements LostReason {
    @Override
    public String word() {
      return "forced";
    }

    @Override
    public String message() {
      return VisibleText.line(
          "the lock was released by force"
              + (by == null ? "" : " by " + by)
              + (comment == null ? "" : ": " + comment));
    }
  }

  /** Somebody else released it in the owner's name. */
  record ReleasedElsewhere() implements LostReason {
    @Override
    public String word() {
      return "released_elsewhere";
    }

    @Override
    public String message() {
      return "the lock was released elsewhere in its owner's name";
    }
  }

  /**
   * Another lock was granted in its place: it was handed over, or its holder asked for another one.
   *
   * @param lockId the other lock's id; null if the event was not seen
   * @param owner the other lock's owner; null if the event was not seen
   */
  record Replaced(@Nullable String lockId, @Nullable Owner owner) implements LostReason {
    @Override
    public String word() {
      return "replaced";
    }

    @Override
    public String message() {
      return VisibleText.line("the lock was replaced by " + ReplacingLock.text(lockId, owner));
    }
  }

  /** The session to which it was bound has ended, or its holder closed the session. */
  record SessionEnded() implements LostReason {
    @Override
    public String word() {
      return "session_ended";
    }

    @Override
    public String message() {
      return "the session to which it was bound has ended";
    }
  }

  /** No renewal was answered until the safe end; the arbiter may still hold the lock. */
  record Unreachable() implements LostReason {
    @Override
    public String word() {
      return "unreachable";
    }

    @Override
    public String message() {
      return "no renewal was answered until the lease's safe end";
    }
  }

  /**
   * It ended for a reason that only newer versions know.
   *
   * @param reason the reason in the arbiter's word
   */
  record OtherReason(String reason) implements LostReason {
    @Override
    public String word() {
      return "other";
    }

    @Override
    public String message() {
      return VisibleText.line(
          "the lock ended, reason=" + reason + ", which only newer versions know");
    }
  }

  /** This client gave it up for another one to adopt. */
  record Abandoned() implements LostReason {
    @Override
    public String word() {
      return "abandoned";
    }

    @Override
    public String message() {
      return "the lease was given up here, so that another client can adopt the lock";
    }
  }
}
