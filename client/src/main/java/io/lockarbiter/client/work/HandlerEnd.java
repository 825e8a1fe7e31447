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
 * @param outcome the outcome; null if the handler threw
 * @param failure the exception; null if the handler returned
 */
record HandlerEnd(@Nullable JobOutcome outcome, @Nullable Throwable failure) {
  private static final Logger LOG = LoggerFactory.getLogger(GrantWorker.class);
  private static final int MOST_CAUSES = 100;

  /**
   * Longest name of a class that is passed on: a class file allows 64 KiB, an event 1 KiB, and each
   * character takes three bytes at most.
   */
  private static final int LONGEST_NAME = 300;

  static HandlerEnd of(GrantHandler handler, Job job) {
    try {
      JobOutcome outcome = handler.handle(job);
      return outcome == null
          ? failed("the handler answered null, expected an outcome")
          : new HandlerEnd(outcome, null);
    } catch (Throwable e) { // whatever the user's code throws, its job has an end
      return isReadable(e)
          ? new HandlerEnd(null, e)
          : failed("the handler threw %s, which fails when it is read".formatted(nameOf(e)));
    }
  }

  /**
   * Says whether the exception can be logged and inspected; its methods are the user's code too.
   */
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

  /** The outcome with which the lock is released; null if the job failed. */
  @Nullable JobOutcome success() {
    if (refusal() instanceof FencingRefusal.Done) {
      return JobOutcome.DONE;
    }
    return outcome instanceof JobOutcome.Done || outcome instanceof JobOutcome.Gone
        ? outcome
        : null;
  }

  /** The cause of the failure, if the job is not tried again. */
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
   * The outcome that the release tells the submitter. It names only the class of the user's
   * exceptions, because readers of the events should not see the messages.
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
    } catch (Throwable e) { // the policy is the user's code
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
