package io.lockarbiter.client;

import io.lockarbiter.contracts.lock.VisibleText;
import org.jspecify.annotations.Nullable;

/** The end of a job that was submitted to a pool. */
public sealed interface TicketOutcome {
  /** A description of the event, fit for a log: one line, whatever a result contains. */
  String message();

  /**
   * A worker has done it.
   *
   * @param result the result of its handler; null if it had none, or if the arbiter's rules are
   *     older than 3, which have no results
   */
  record Done(@Nullable String result) implements TicketOutcome {
    @Override
    public String message() {
      return result == null ? "done" : VisibleText.line("done: " + result);
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
   * @param why the reason; null if none was given
   */
  record Failed(@Nullable String why) implements TicketOutcome {
    @Override
    public String message() {
      return why == null ? "failed" : VisibleText.line("failed: " + why);
    }
  }

  /**
   * No worker will do it. One may have begun it, or even finished it without being able to report
   * that. Check its effects before you submit it anew, under another id.
   *
   * @param why a {@link LockWithdrawnException} if its lease ran out, an operator or a releaseAll
   *     ended it, or its owner withdrew it; a {@link LockRefusedException} if it was refused at
   *     once or after a wait; a {@link ClientBusyException} if it was not sent
   */
  record Lost(LockException why) implements TicketOutcome {
    @Override
    public String message() {
      return "lost: " + why.getMessage();
    }
  }

  /**
   * This client can no longer know the end; the job may be going on. Submit it again under the same
   * id: while its lock is held or waits, the new ticket follows it. If the lock may have ended
   * longer ago than the arbiter remembers ids (60 s unless set otherwise), the job would be done
   * once more, so check its effects first.
   *
   * @param why the reason, such as missed events or a closed client
   */
  record Unknown(String why) implements TicketOutcome {
    @Override
    public String message() {
      return VisibleText.line(
          "unknown: "
              + why
              + ". Submit it again under the same id to find out; if it may have ended more than a minute ago, check its work first");
    }
  }
}
