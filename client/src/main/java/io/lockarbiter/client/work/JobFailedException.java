package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** A job has failed for good, without an exception of the user's; it is never tried again. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JobFailedException(String why) {
    this(why, null);
  }

  /**
   * An exception with the earlier failure, for the person who repairs it; the cause does not leave
   * this process.
   */
  JobFailedException(String why, @Nullable Throwable cause) {
    super(why, cause, false, false);
  }
}
