package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.List;

/** A request is answered with a status and the body of a condition of RFC 4918. */
final class RefusedException extends Exception {
  private final int status;
  private final String condition;
  private final transient List<LockPath> places;
  private final Duration retryAfter;

  /**
   * A refusal.
   *
   * @param condition the element of the body; empty = the message is the body
   * @param places the roots of the locks in the way
   */
  RefusedException(int status, String condition, List<LockPath> places, String message) {
    this(status, condition, places, message, Duration.ofSeconds(1));
  }

  /**
   * A refusal that passes with time.
   *
   * @param retryAfter the time after which the request may be sent again
   */
  RefusedException(
      int status, String condition, List<LockPath> places, String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
    this.status = status;
    this.condition = condition;
    this.places = places;
  }

  /** The seconds after which the request may be sent again, 1 at least. */
  long retryAfterSeconds() {
    return Math.max(1, retryAfter.plusMillis(999).toSeconds());
  }

  int status() {
    return status;
  }

  String condition() {
    return condition;
  }

  List<LockPath> places() {
    return places;
  }
}
