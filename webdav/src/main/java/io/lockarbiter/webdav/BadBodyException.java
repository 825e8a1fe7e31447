package io.lockarbiter.webdav;

/** A request has no body or parameter that can be read; the message says which. */
final class BadBodyException extends RuntimeException {
  BadBodyException(String message) {
    super(message);
  }
}
