package io.lockarbiter.console.api;

import org.springframework.http.HttpStatus;

/** A refusal of a request, with its reason. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final HttpStatus status;

  private Refused(HttpStatus status, String message) {
    super(message);
    this.status = status;
  }

  static Refused bad(String message) {
    return new Refused(HttpStatus.BAD_REQUEST, message);
  }

  static Refused forbidden(String message) {
    return new Refused(HttpStatus.FORBIDDEN, message);
  }

  static Refused unknown(String message) {
    return new Refused(HttpStatus.NOT_FOUND, message);
  }

  static Refused tooMany(String message) {
    return new Refused(HttpStatus.TOO_MANY_REQUESTS, message);
  }

  static Refused later(String message) {
    return new Refused(HttpStatus.SERVICE_UNAVAILABLE, message);
  }

  HttpStatus status() {
    return status;
  }
}
