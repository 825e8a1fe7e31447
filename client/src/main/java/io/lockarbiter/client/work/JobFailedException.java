package io.lockarbiter.client.work;

import org.jspecify.annotations.Nullable;

/** A job that has failed for good, without an exception of the user's; never tried again. */
public final class JobFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JobFailedException(String why) {
    this(why, null);
  }

  /** With what came before, for whoever mends it; it does not travel. */
  JobFailedException(String why, @Nullable Throwable cause) {
    super(why, cause, false, false);
  }
}
