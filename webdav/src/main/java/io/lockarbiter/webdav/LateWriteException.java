package io.lockarbiter.webdav;

import io.lockarbiter.contracts.lock.VisibleText;

/** A request has lost its short lock before it could write. Nothing was written. */
final class LateWriteException extends RuntimeException {
  LateWriteException(String message) {
    super(VisibleText.line(message));
  }
}
