package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result of a release, with one case and one message for each possible end of the lock. */
public sealed interface ReleaseResult {
  /** A description of the event, fit for a log: one line, whatever a comment contains. */
  String message();

  /**
   * The lock was held until this release.
   *
   * @param held from grant to release, log time
   */
  record Released(Duration held) implements ReleaseResult {
    @Override
    public String message() {
      return "released after " + held.toMillis() + " ms";
    }
  }

  /**
   * It was released before: by this client, by a copy of this command, or elsewhere by its owner.
   */
  record AlreadyReleased() implements ReleaseResult {
    @Override
    public String message() {
      return "was released before";
    }
  }

  /** The request was still waiting and was withdrawn. */
  record Cancelled() implements ReleaseResult {
    @Override
    public String message() {
      return "was waiting and is withdrawn";
    }
  }

  /**
   * Its lease had run out before.
   *
   * @param at the end, log time; null if its end was not seen
   */
  record Expired(@Nullable Instant at) implements ReleaseResult {
    @Override
    public String message() {
      return "had expired"
          + (at == null ? "" : " at " + at + ", log time")
          + ", before the release";
    }
  }

  /**
   * An operator had ended it before.
   *
   * @param by the operator's sub-account; null if the event was not seen
   * @param comment null if none was given or the event was not seen
   */
  record Forced(@Nullable String by, @Nullable String comment) implements ReleaseResult {
    @Override
    public String message() {
      return VisibleText.line(
          "had been released by force"
              + (by == null ? "" : " by " + by)
              + (comment == null ? "" : ": " + comment));
    }
  }

  /**
   * Another lock had been granted in its place before.
   *
   * @param lockId the other lock's id; null if the event was not seen
   * @param owner the other lock's owner; null if the event was not seen
   */
  record Replaced(@Nullable String lockId, @Nullable Owner owner) implements ReleaseResult {
    @Override
    public String message() {
      return VisibleText.line("had been replaced by " + ReplacingLock.text(lockId, owner));
    }
  }

  /** The session to which it was bound had ended before, and the lock with it. */
  record SessionEnded() implements ReleaseResult {
    @Override
    public String message() {
      return "had ended with the session to which it was bound";
    }
  }

  /**
   * It ended, before the release or by it, for a reason that only newer versions know.
   *
   * @param reason the reason in the arbiter's word
   */
  record OtherReason(String reason) implements ReleaseResult {
    @Override
    public String message() {
      return VisibleText.line("has ended, reason=" + reason + ", which only newer versions know");
    }
  }

  /** The lock is another owner's; nothing happened to it. */
  record NotHolder() implements ReleaseResult {
    @Override
    public String message() {
      return "belongs to another owner: only the sub-account and session that acquired it may release it";
    }
  }

  /**
   * There is no such lock: it was never granted, or it ended longer ago than the arbiter remembers.
   */
  record NotHeld() implements ReleaseResult {
    @Override
    public String message() {
      return "is not held: never granted, or ended longer ago than the arbiter remembers";
    }
  }

  /** This client gave it up before, for another one to adopt; nothing was sent. */
  record Abandoned() implements ReleaseResult {
    @Override
    public String message() {
      return "was given up here before, so that another client can adopt it, and is not released";
    }
  }

  /**
   * The command itself was refused, such as one with a comment that is too long; the lock ends by
   * itself when its lease runs out.
   */
  record Refused(String why) implements ReleaseResult {
    @Override
    public String message() {
      return VisibleText.line(
          "is not released, for the command was refused: "
              + why
              + "; it ends by itself when its lease runs out");
    }
  }

  /**
   * No answer: whether the release arrived is not known. If it did not, the lock ends by itself
   * when its lease runs out, or with the session to which it is bound; a client that keeps that
   * session alive sends the release again.
   */
  record Unanswered(String why) implements ReleaseResult {
    @Override
    public String message() {
      return VisibleText.line(
          "is not known to be released: "
              + why
              + "; it ends by itself when its lease runs out, or with the session that it is bound to");
    }
  }
}
