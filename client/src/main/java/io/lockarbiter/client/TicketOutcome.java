package io.lockarbiter.client;

import org.jspecify.annotations.Nullable;

/** How a job ended that was submitted to a pool. */
public sealed interface TicketOutcome {
  /** A description of the event, fit for a log. */
  String message();

  /**
   * A worker has done it.
   *
   * @param result what its handler answered; null if nothing, or if the arbiter's rules are older
   *     than 3 and do not tell
   */
  record Done(@Nullable String result) implements TicketOutcome {
    @Override
    public String message() {
      return result == null ? "done" : "done: " + result;
    }
  }

  /** A worker has done it, and the paths of its DELETE and EXCLUSIVE targets no longer exist. */
  record Gone() implements TicketOutcome {
    @Override
    public String message() {
      return "done, and the paths are gone";
    }
  }

  /**
   * A worker has given it up for good.
   *
   * @param why null if it was not said
   */
  record Failed(@Nullable String why) implements TicketOutcome {
    @Override
    public String message() {
      return "failed" + (why == null ? "" : ": " + why);
    }
  }

  /**
   * No worker will do it. One may have begun it, or even finished it without being able to say so:
   * look at what it was to do before it is submitted anew, under another id.
   *
   * @param why a {@link LockWithdrawnException} if its lease ran out, an operator ended it or its
   *     owner withdrew it; a {@link LockRefusedException} if it was refused, or waited in vain; a
   *     {@link ClientBusyException} if it was not sent
   */
  record Lost(LockException why) implements TicketOutcome {
    @Override
    public String message() {
      return "lost: " + why.getMessage();
    }
  }

  /**
   * Nobody can tell here any more; it may be going on. Submit it again under the same id, which
   * tells while its lock is held or waits; where that may have ended longer ago than the arbiter
   * remembers ids (60 s unless set otherwise), it would be done once more, so look first.
   *
   * @param why such as events that were missed, or a closed client
   */
  record Unknown(String why) implements TicketOutcome {
    @Override
    public String message() {
      return "unknown: "
          + why
          + ". Submit it again under the same id to find out; if it may have ended more than a minute ago, check its work first";
    }
  }
}
