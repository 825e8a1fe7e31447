package io.lockarbiter.tus;

import java.io.IOException;
import me.desair.tus.server.exception.TusException;

/** A change of an upload. */
@FunctionalInterface
public interface UploadWrite<T> {
  /** Makes the change, and returns the storage's result. */
  T run() throws IOException, TusException;
}
