package io.lockarbiter.client.work;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a handler: its outcome or its failure, one of both.
 *
 * @param outcome null if it threw
 * @param failure null if it answered
 */
record HandlerEnd(@Nullable JobOutcome outcome, @Nullable Throwable failure) {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final int MOST_CAUSES = 100;

  /** A class file allows 64 KiB, an event 1 KiB; three bytes for each character at most. */
  private static final int LONGEST_NAME = 300;

  static HandlerEnd of(GrantHandler handler, Job job) {
    try {
      JobOutcome outcome = handler.handle(job);
      return outcome == null
          ? failed("the handler answered null, expected an outcome")
          : new HandlerEnd(outcome, null);
    } catch (Throwable e) { // whatever user code throws, its job has an end
      return isReadable(e)
          ? new HandlerEnd(null, e)
          : failed("the handler threw %s, which fails when it is read".formatted(nameOf(e)));
    }
  }

  /** Whether it may be logged and looked into; its methods are the user's too. */
  private static boolean isReadable(Throwable failure) {
    try {
      int depth = 0;
      for (Throwable cause = failure;
          cause != null && depth < MOST_CAUSES;
          cause = cause.getCause()) {
        var unused = cause.toString();
        depth++;
      }
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  private static String nameOf(Throwable failure) {
    String name = failure.getClass().getName();
    return name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }

  static HandlerEnd failed(String why) {
    return failed(why, null);
  }

  static HandlerEnd failed(String why, @Nullable Throwable cause) {
    return new HandlerEnd(null, new JobFailedException(why, cause));
  }

  boolean isTakenOver() {
    return refusal() instanceof FencingRefusal.TakenOver;
  }

  /** As which the lock is released; null if the job failed. */
  @Nullable JobOutcome success() {
    if (refusal() instanceof FencingRefusal.Done) {
      return JobOutcome.DONE;
    }
    return outcome instanceof JobOutcome.Done || outcome instanceof JobOutcome.Gone
        ? outcome
        : null;
  }

  /** Why the job has failed, if it is not tried again. */
  Throwable cause() {
    if (failure != null) {
      return failure;
    }
    return new JobFailedException(
        outcome instanceof JobOutcome.Failed failed
            ? failed.why()
            : "the handler asked for another attempt, but there are no more");
  }

  /**
   * The outcome that the release tells the submitter. Of the user's exceptions only the class,
   * because events have readers who should not see the messages.
   */
  WorkOutcome told() {
    JobOutcome success = success();
    if (success instanceof JobOutcome.Done done) {
      return WorkOutcome.DONE.withResult(done.result());
    }
    return success == null
        ? WorkOutcome.FAILED.withResult(
            cause() instanceof JobFailedException ours ? ours.getMessage() : nameOf(cause()))
        : WorkOutcome.GONE;
  }

  /** The pause before another attempt; null if there is none. */
  @Nullable Duration pause(RetryPolicy policy, int attempt, RandomGenerator random) {
    if (attempt >= policy.attempts()) {
      return null;
    }
    if (outcome instanceof JobOutcome.RetryAfter again) {
      return again.pause();
    }
    return failure != null && refusal() == null && isRetried(policy, failure)
        ? policy.pauseAfter(attempt, random)
        : null;
  }

  private static boolean isRetried(RetryPolicy policy, Throwable failure) {
    try {
      return !(failure instanceof JobFailedException) && policy.retries(failure);
    } catch (Throwable e) { // the policy is the user's
      LOG.warn("a retry policy failed; mend it, its job is not tried again", e);
      return false;
    }
  }

  private @Nullable FencingRefusal refusal() {
    int depth = 0;
    for (Throwable cause = failure;
        cause != null && depth < MOST_CAUSES;
        cause = cause.getCause()) {
      if (cause instanceof FencedException fenced) {
        return fenced.refusal();
      }
      depth++;
    }
    return null;
  }
}
