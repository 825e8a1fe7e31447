package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where members and workers get leave to act: from the arbiter, or from nobody. */
interface Permission extends AutoCloseable {
  /** Asks for a lock and waits for the decision; null if it was refused. */
  @Nullable Hold acquire(
      Member member, Operation operation, LockPath path, @Nullable LockPath destination)
      throws InterruptedException;

  /** Asks for a lock under which some worker writes the file; false if it was refused. */
  boolean requestUpload(UploadJob job) throws InterruptedException;

  /** The next file to write; null if none came up in time. Thread-safe. */
  @Nullable UploadTask nextUpload(Duration patience) throws InterruptedException;

  /** A worker's leave to do a task; null if its lock is no longer held. */
  @Nullable Hold confirm(UploadTask task) throws InterruptedException;

  /** Gives a hold back. */
  void release(Hold hold) throws InterruptedException;

  @Override
  void close();
}
