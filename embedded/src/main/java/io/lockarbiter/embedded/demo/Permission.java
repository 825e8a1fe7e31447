package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where members and workers get leave to act: from the arbiter, or from nobody. */
interface Permission extends AutoCloseable {
  /** Most uploads that are written at a time. */
  int WORKERS = 8;

  /**
   * Asks for a lock, waits in line if it must and for the decision; null if it was refused or the
   * wait timed out.
   *
   * @param holding what the member will not give back before it has this; null if nothing
   */
  @Nullable Hold acquire(
      Member member,
      Operation operation,
      LockPath path,
      @Nullable LockPath destination,
      @Nullable Hold holding)
      throws InterruptedException;

  /**
   * Gives a hold back.
   *
   * @param gone the folder that was deleted or moved under it is no longer there
   */
  void release(Hold hold, boolean gone) throws InterruptedException;

  /**
   * Asks for a lock under which the handler of uploads writes the file. Completes when there is
   * nothing more to come: the file is written, or the lock was refused or ended before.
   */
  CompletableFuture<Void> requestUpload(UploadJob job);

  /**
   * Hands uploads to the handler as they are granted, until this is closed. Called once.
   *
   * @return fails if it cannot go on
   */
  CompletableFuture<Void> serveUploads(UploadHandler handler);

  @Override
  void close();
}
