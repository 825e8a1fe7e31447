package io.lockarbiter.webdav;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The arbiter or its events cannot be asked now. A request is answered 503, and may be repeated.
 */
final class AwayException extends IOException {
  AwayException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
