package io.lockarbiter.client.work;

import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of a handler. A handler may also throw; {@link RetryPolicy} then decides. */
public sealed interface JobOutcome {
  /** The work is done, without a result. */
  JobOutcome DONE = new Done(null);

  /** The work is done, and the paths of the lock's DELETE and EXCLUSIVE targets no longer exist. */
  JobOutcome GONE = new Gone();

  /**
   * The work is done, with a result for the submitter of the job.
   *
   * @param result at most 1 KiB of UTF-8
   * @throws JobFailedException if it is longer: the work is done, and not to be tried again
   */
  static JobOutcome done(String result) {
    return new Done(result);
  }

  /** The job is tried again by this worker after a pause of at most 1 h, while the lock is kept. */
  static JobOutcome retryAfter(Duration pause) {
    return new RetryAfter(pause);
  }

  /**
   * The job has failed for good.
   *
   * @param why at most 1 KiB of UTF-8; every reader of the account's events sees it
   * @throws JobFailedException if it is longer
   */
  static JobOutcome failed(String why) {
    return new Failed(why);
  }

  /**
   * The work is done and the lock is released.
   *
   * @param result for the submitter of the job; null = none
   */
  record Done(@Nullable String result) implements JobOutcome {
    public Done {
      if (result != null) {
        requireShort("result", result);
      }
    }
  }

  /** The lock is released, and the paths of its DELETE and EXCLUSIVE targets no longer exist. */
  record Gone() implements JobOutcome {}

  /**
   * The lock is kept, and the handler is called again after the pause. This counts as an attempt;
   * {@link RetryPolicy} bounds the attempts.
   *
   * @param pause 0 to 1 h
   */
  record RetryAfter(Duration pause) implements JobOutcome {
    private static final Duration LONGEST = Duration.ofHours(1);

    public RetryAfter {
      if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "pause=%s, expected 0 to %s: the lock keeps others away meanwhile"
                .formatted(pause, LONGEST));
      }
    }
  }

  /** The lock is released, and the job is not tried again. */
  record Failed(String why) implements JobOutcome {
    public Failed {
      requireShort("why", why);
    }
  }

  private static void requireShort(String name, String text) {
    String problem = WorkOutcome.DONE.withResult(text).problem();
    if (problem != null) {
      throw new JobFailedException(
          "%s %s in an event; store it, and return where. The job is not tried again"
              .formatted(name, problem));
    }
  }
}
