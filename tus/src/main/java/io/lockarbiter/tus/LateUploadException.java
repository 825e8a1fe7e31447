package io.lockarbiter.tus;

import java.io.IOException;

/**
 * A request came too late to write: its lock is lost, or a later one has written. Nothing was
 * written. No {@code TusException}: after one of those the service would cut off the bytes that it
 * read.
 */
public final class LateUploadException extends IOException {
  LateUploadException(String message) {
    super(message);
  }
}
