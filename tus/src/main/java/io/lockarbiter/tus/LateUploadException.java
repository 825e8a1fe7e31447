package io.lockarbiter.tus;

import io.lockarbiter.contracts.lock.VisibleText;
import java.io.IOException;

/**
 * A request came too late to write: its lock is lost, or a later request has written. Nothing was
 * written. This is no {@code TusException}, because after one of those the service would cut off
 * the bytes that it read. The message is one line, whatever a comment contains.
 */
public final class LateUploadException extends IOException {
  LateUploadException(String message) {
    super(VisibleText.line(message));
  }
}
