package io.lockarbiter.webdav;

import java.io.IOException;

/** A short change of the storage, such as a rename. */
@FunctionalInterface
public interface StorageWrite<T> {
  /** Makes the change. */
  T run() throws IOException;
}
