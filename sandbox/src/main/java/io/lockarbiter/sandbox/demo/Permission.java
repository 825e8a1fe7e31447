package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where members and workers get leave to act: from the arbiter, or from nobody. */
interface Permission extends AutoCloseable {
  /**
   * Asks for a lock, waits in line if it must and for the decision; null if it was refused or the
   * wait timed out.
   *
   * @param holding what the member will not give back before it has this
   */
  @Nullable Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      List<Hold> holding)
      throws InterruptedException;

  /**
   * Asks for a lock under which some worker writes the file, and waits in line if it must; false if
   * it was refused or the wait timed out.
   */
  boolean requestUpload(UploadJob job) throws InterruptedException;

  /** The next file to write; null if none came up in time. Thread-safe. */
  @Nullable UploadTask nextUpload(Duration patience) throws InterruptedException;

  /** A worker's leave to do a task; null if its lock is no longer held. */
  @Nullable Hold confirm(UploadTask task) throws InterruptedException;

  /**
   * Gives a hold back.
   *
   * @param gone the folder that was deleted or moved under it is no longer there
   */
  void release(Hold hold, boolean gone) throws InterruptedException;

  @Override
  void close();
}
