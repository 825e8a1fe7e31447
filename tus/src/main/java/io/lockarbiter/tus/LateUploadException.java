package io.lockarbiter.tus;

import java.io.IOException;

/**
 * A request came too late to write: its lock is lost, or a later request has written. Nothing was
 * written. This is no {@code TusException}, because after one of those the service would cut off
 * the bytes that it read.
 */
public final class LateUploadException extends IOException {
  LateUploadException(String message) {
    super(message);
  }
}
