package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The source of permissions for members and workers: the arbiter, or nobody. */
interface Permission extends AutoCloseable {
  /** Most uploads that are written at the same time. */
  int WORKERS = 8;

  /**
   * Asks for a lock and waits for the decision, in line if necessary; null if it was refused or the
   * wait timed out.
   *
   * @param holding the lock that the member keeps until it has this one; null if there is none
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
   * @param gone whether the folder was deleted or moved
   */
  void release(Hold hold, boolean gone) throws InterruptedException;

  /**
   * Asks for a lock under which the handler of uploads writes the file. Completes when the file is
   * written, or when the lock was refused or has ended before.
   */
  CompletableFuture<Void> requestUpload(UploadJob job);

  /**
   * Passes uploads to the handler as they are granted, until this is closed. Called once.
   *
   * @return fails if it cannot go on
   */
  CompletableFuture<Void> serveUploads(UploadHandler handler);

  @Override
  void close();
}
