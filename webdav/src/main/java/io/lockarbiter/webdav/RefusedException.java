package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.List;

/** A request is answered with a status and the body of a condition of RFC 4918. */
final class RefusedException extends Exception {
  private final int status;
  private final String condition;
  private final transient List<LockPath> places;

  /**
   * A refusal.
   *
   * @param condition the element of the body; empty = the message is the body
   * @param places the roots of the locks in the way
   */
  RefusedException(int status, String condition, List<LockPath> places, String message) {
    super(message);
    this.status = status;
    this.condition = condition;
    this.places = places;
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
