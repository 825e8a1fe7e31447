package io.lockarbiter.webdav;

import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A request is answered with a status and the body of a condition of RFC 4918. */
final class RefusedException extends Exception {
  private static final int LOCKED = 423;
  private static final int STORAGE = 507;
  private static final int UNAVAILABLE = 503;
  private static final int FORBIDDEN = 403;

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

  /** The seconds after which a request that failed so may be sent again, 1 at least. */
  static long retryAfterSeconds(Exception e) {
    return e instanceof RefusedException refused
        ? Math.max(1, refused.retryAfter.plusMillis(999).toSeconds())
        : 1;
  }

  /** The answer of WebDAV where the arbiter refuses. */
  static RefusedException of(LockRefusedException e, String condition) {
    List<LockPath> places = e.blockers().stream().map(Blocker::path).distinct().toList();
    String message =
        e.blockers().isEmpty()
            ? String.valueOf(e.getMessage())
            : e.blockers().stream()
                .map(RefusedException::told)
                .collect(Collectors.joining("; ", e.reason() + ", in the way: ", ""));
    return switch (e.reason()) {
      case CONFLICT, WAIT_TIMEOUT, FROZEN, QUEUE_FULL, DEADLOCK, ENDING, NOT_HELD ->
          new RefusedException(LOCKED, condition, places, message);
      case LIMIT_EXCEEDED -> new RefusedException(STORAGE, "", places, message);
      case ACCOUNT_CLOSED -> new RefusedException(FORBIDDEN, "", places, message);
      default ->
          new RefusedException(
              UNAVAILABLE,
              "",
              places,
              message,
              Objects.requireNonNullElse(e.retryAfter(), Duration.ZERO));
    };
  }

  /** A lock in the way, for users; the exception's own text tells programmers what to call. */
  private static String told(Blocker blocker) {
    String note = blocker.note() == null ? "" : " (" + blocker.note() + ")";
    return "%s of %s at %s%s"
        .formatted(blocker.operationWord(), blocker.owner().subAccount(), blocker.path(), note);
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
