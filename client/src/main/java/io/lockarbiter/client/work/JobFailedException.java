package io.lockarbiter.client.work;

/** A job that its handler, or the retry policy, gave up without an exception of its own. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JobFailedException(String why) {
    super(why, null, false, false);
  }
}
