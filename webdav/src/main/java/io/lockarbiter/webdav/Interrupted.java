package io.lockarbiter.webdav;

import java.io.IOException;
import java.io.InterruptedIOException;

/** The failure of a request whose thread was interrupted while it waited. */
final class Interrupted {
  private Interrupted() {}

  /** Keeps the interrupt, for whoever runs the thread. */
  static IOException of(InterruptedException e) {
    Thread.currentThread().interrupt();
    return (IOException) new InterruptedIOException("interrupted").initCause(e);
  }
}
