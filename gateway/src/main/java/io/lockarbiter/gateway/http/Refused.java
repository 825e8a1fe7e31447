package io.lockarbiter.gateway.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.node.ObjectNode;

/** A refusal of a request, as a problem detail (RFC 9457). */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final String reason;
  private final transient @Nullable ObjectNode more;
  private final @Nullable Duration retryAfter;

  Refused(
      HttpStatus status,
      String reason,
      String detail,
      @Nullable ObjectNode more,
      @Nullable Duration retryAfter) {
    super(detail, null, false, /* writableStackTrace= */ false);
    this.status = status;
    this.reason = reason;
    this.more = more;
    this.retryAfter = retryAfter;
  }

  /** A refusal by the gateway itself. */
  static Refused of(HttpStatus status, String reason, String detail) {
    return new Refused(status, reason, detail, null, null);
  }

  /** A refusal that passes with time. */
  static Refused until(HttpStatus status, String reason, String detail, Duration retryAfter) {
    return new Refused(status, reason, detail, null, retryAfter);
  }

  static Refused bad(String detail) {
    return of(HttpStatus.BAD_REQUEST, "BAD_REQUEST", detail);
  }

  HttpStatus status() {
    return status;
  }

  /** The reason for programs: one of the arbiter, or of the gateway. */
  String reason() {
    return reason;
  }

  /** Particulars, such as blockers; null if there are none. */
  @Nullable ObjectNode more() {
    return more;
  }

  /** The time after which it is worth to ask again; null if that is unknown. */
  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
