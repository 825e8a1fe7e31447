package io.lockarbiter.tus;

import java.io.IOException;
import me.desair.tus.server.exception.TusException;

/** Changes an upload. */
@FunctionalInterface
public interface UploadWrite<T> {
  /** Does it, and answers what the storage answers. */
  T run() throws IOException, TusException;
}
