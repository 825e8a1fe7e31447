package io.lockarbiter.embedded.demo;

/** Writes a file under its lock. */
@FunctionalInterface
interface UploadHandler {
  /** Writes the file of a job; called by several threads at once, each with another job. */
  void upload(UploadJob job, Hold hold) throws InterruptedException;
}
